// The machine of a measurement, and the CPU time and memory of processes, from Linux's /proc.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

/** The commit of a tree, by default of this one. */
export const commit = (tree = import.meta.dir): string =>
  execFileSync('git', ['describe', '--always', '--dirty'], { cwd: tree, encoding: 'utf8' }).trim();

export const machine = (): string =>
  `${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${process.platform}, Bun ${Bun.version}`;

interface Stat {
  readonly parent: number;
  readonly cpuSeconds: number;
}

/** Undefined where there is no /proc, or no such process. */
function statOf(pid: number): Stat | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // proc(5): fields 4, 14 and 15, in ticks of which Linux has 100 a second.
    return { parent: Number(fields[1]), cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100 };
  } catch {
    return undefined;
  }
}

export const cpuSecondsOf = (pid: number): number => statOf(pid)?.cpuSeconds ?? Number.NaN;

/** A process and its children, such as a PostgreSQL server with its backends. */
export function cpuSecondsOfTree(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid);
  return children.reduce((sum, stat) => sum + (stat?.cpuSeconds ?? 0), cpuSecondsOf(pid));
}

/** Resident memory in MB. */
export function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}
