// Kills of a command at random parts of the time that it takes. On a busy machine that time is never the same for long.
import type { Environment } from '../../../src/config/settings.ts';
import { killProgram, runProgram } from '../../harness/process.ts';

export interface RandomKills {
  /** Is there another one? There are some more than the count until one was cut off: all of a few may come too late. */
  isDue(): boolean;
  /** Runs the command once more and kills it after a part of its time. @returns its exit status, or null after a kill */
  kill(part: number): Promise<number | null>;
  /** The kills that came before the command had its effect, which the test counts. */
  cutOff: number;
}

/** Runs a command to its end first, which shows how long it takes. @throws Error when it fails */
export async function startRandomKills(
  args: readonly string[],
  environment: Environment,
  { cwd, count }: { readonly cwd: string; readonly count: number },
): Promise<RandomKills> {
  const begun = performance.now();
  const { status, stderr } = await runProgram(args, environment, cwd);
  if (status !== 0) throw new Error(stderr);
  let wholeMilliseconds = performance.now() - begun;
  let runs = 0;
  const all: RandomKills = {
    cutOff: 0,
    isDue: () => runs < count || (all.cutOff === 0 && runs < 10 * count),
    async kill(part) {
      runs += 1;
      const startedAt = performance.now();
      const outcome = await killProgram(args, environment, cwd, wholeMilliseconds * part);
      // The machine was slower before, so the next kills come earlier.
      if (outcome === 0) wholeMilliseconds = Math.min(wholeMilliseconds, performance.now() - startedAt);
      return outcome;
    },
  };
  return all;
}
