// The file descriptors of this process, as Linux tells them (proc(5)).
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** The soft limit, which may be infinite; undefined on a system without `/proc`. */
export function descriptorLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files +(?<soft>\d+|unlimited)/m.exec(limits)?.groups?.soft;
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** @returns undefined when none is left for counting them */
export function openDescriptors(): number | undefined {
  const folder = '/proc/self/fd';
  try {
    // The size is their number from Linux 6.2 on, and 0 before. A list of 10,000 takes some 10 ms.
    return statSync(folder).size || readdirSync(folder).length;
  } catch {
    return undefined;
  }
}

/** A share of those that this process may have; infinite on a system without `/proc`. */
export const descriptorsOf = (share: number): number =>
  Math.floor((descriptorLimit() ?? Number.POSITIVE_INFINITY) * share);
