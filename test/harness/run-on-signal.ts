// Runs the program that TEST_PROGRAM names. A timer of more than ten seconds fires on SIGUSR2 instead: so a test need not wait
// for background jobs, and controls when they run.
const longestReal = 10_000;
const never = 2 ** 31 - 1;

const held = new Map<unknown, () => void>();
const { setInterval: beginInterval, clearInterval, setTimeout: beginTimeout, clearTimeout } = globalThis;

/** Keeps the process alive like the real timer. */
function hold(run: () => void): ReturnType<typeof beginInterval> {
  const timer = beginInterval(() => undefined, never);
  held.set(timer, run);
  return timer;
}

globalThis.setInterval = ((run: () => void, milliseconds: number) =>
  milliseconds > longestReal ? hold(run) : beginInterval(run, milliseconds)) as typeof setInterval;

globalThis.setTimeout = ((run: () => void, milliseconds: number, ...parameters: never[]) => {
  if (!(milliseconds > longestReal)) return beginTimeout(run, milliseconds, ...parameters);
  const timer = hold(() => {
    release(timer);
    run();
  });
  return timer;
}) as typeof setTimeout;

function release(timer: unknown): void {
  held.delete(timer);
  clearInterval(timer as Parameters<typeof clearInterval>[0]);
  clearTimeout(timer as Parameters<typeof clearTimeout>[0]);
}
globalThis.clearInterval = release;
globalThis.clearTimeout = release;

process.on('SIGUSR2', () => {
  for (const run of [...held.values()]) run();
});

await import(process.env.TEST_PROGRAM ?? '');

export {};
