// The end of a process with its parent, on Linux: the kernel kills it when the parent ends, however that comes about (prctl(2)).
import { withLibrary } from './c-library.ts';

const PR_SET_PDEATHSIG = 1;
const SIGKILL = 9;

/**
 * From now on this process ends with its parent, at once.
 * @returns false when the parent has ended already, or the system has no such call
 */
export async function endWithParent(parentPid: number): Promise<boolean> {
  const functions = { prctl: { args: ['i32', 'u64', 'u64', 'u64', 'u64'], returns: 'i32' } } as const;
  const result = await withLibrary(functions, ({ prctl }) =>
    prctl(PR_SET_PDEATHSIG, BigInt(SIGKILL), 0n, 0n, 0n),
  );
  return result === 0 && process.ppid === parentPid;
}
