// The time of the processor that work takes, for tests that it is bounded: others may use the machine meanwhile.

const runs = 3;

/** @returns the least milliseconds of three runs, as the first one is compiled meanwhile */
export function processorMilliseconds(run: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}
