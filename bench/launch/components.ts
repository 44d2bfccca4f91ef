// The CPU time and the memory of the components of a measurement: trees of processes, of which some end and others take their place.
import { readdirSync, readFileSync } from 'node:fs';

interface Stat {
  readonly parent: number;
  /** Its own, and those of its ended children. */
  readonly cpuSeconds: number;
}

/** Undefined where the process has ended. */
function statOf(pid: string): Stat | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    // proc(5): fields 4 and 14 to 17, in ticks of which Linux has 100 a second.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), cpuSeconds: ticks / 100 };
  } catch {
    return undefined;
  }
}

/** Memory that the process has for itself, and its share of the memory that it shares with others, in MB. */
function megabytesOf(pid: string): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1_024;
  } catch {
    return 0;
  }
}

export interface Usage {
  readonly cpuSeconds: number;
  readonly megabytes: number;
  readonly processes: number;
}

/** A component: the tree of a process, which may be another one after a restart. */
export interface Component {
  /** Since its beginning, with the trees before. */
  usage(): Usage;
  /** Another process takes the place. Called while the one before still runs, or else its last CPU time is lost. */
  leave(): void;
}

/** @param root the id of the first process of the tree, at the moment */
export function createComponent(root: () => number): Component {
  let before = 0;

  function now(): Usage {
    const stats = new Map<string, Stat>();
    for (const name of readdirSync('/proc')) {
      const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
      if (stat) stats.set(name, stat);
    }
    const tree = [String(root())];
    for (const pid of tree)
      for (const [child, { parent }] of stats) if (String(parent) === pid) tree.push(child);
    return {
      cpuSeconds: tree.reduce((sum, pid) => sum + (stats.get(pid)?.cpuSeconds ?? 0), 0),
      megabytes: tree.reduce((sum, pid) => sum + megabytesOf(pid), 0),
      processes: tree.length,
    };
  }
  return {
    usage() {
      const usage = now();
      return { ...usage, cpuSeconds: before + usage.cpuSeconds };
    },
    leave() {
      before += now().cpuSeconds;
    },
  };
}
