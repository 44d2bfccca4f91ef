// The time of the processor that this process has used. A test of the amount of work measures it rather than the time that passes, which
// is ten times as long on a machine where others work.

/** In milliseconds, of all threads. */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @returns the least milliseconds of three runs, as the first one is compiled meanwhile */
export function leastCpuMilliseconds(work: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const before = cpuMilliseconds();
    work();
    return cpuMilliseconds() - before;
  });
  return Math.min(...times);
}
