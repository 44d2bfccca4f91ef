// Runs the program that TEST_PROGRAM names. Its jobs of every ten seconds or less often run on SIGUSR2 instead: a test need not
// wait for them, and knows when they run.
const least = 10_000;
const never = 2 ** 31 - 1;

const jobs = new Map<unknown, () => void>();
const { setInterval: begin, clearInterval: end } = globalThis;

globalThis.setInterval = ((run: () => void, milliseconds: number) => {
  if (milliseconds < least) return begin(run, milliseconds);
  const timer = begin(() => undefined, never);
  jobs.set(timer, run);
  return timer;
}) as typeof setInterval;

globalThis.clearInterval = ((timer: Parameters<typeof clearInterval>[0]) => {
  jobs.delete(timer);
  end(timer);
}) as typeof clearInterval;

process.on('SIGUSR2', () => {
  for (const run of jobs.values()) run();
});

await import(process.env.TEST_PROGRAM ?? '');

export {};
