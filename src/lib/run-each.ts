// Steps of a shutdown in their order, of which none is left out because another failed.
import type { Log } from './log.ts';

/**
 * Takes each step, even after one failed, so that the store is closed in any case.
 * @throws the first error; the log has all of them.
 */
export async function runEach(log: Log, steps: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      log.error({ err: error }, 'a shutdown step failed');
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
