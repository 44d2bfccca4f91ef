// The signals that end a long-running command: the first ends it in order, a later one at once.
import { systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { SECOND_SIGNAL_MILLISECONDS } from '../limits.ts';
import { type CommandContext, exitStatus } from './command.ts';

/**
 * Resolves with the first signal. A later signal ends the process. Under `npm start` one Ctrl-C arrives twice: the terminal signals
 * the whole process group, and npm passes the signal on. So a signal that follows at once counts as the same one.
 * @param until ends the watch
 */
export function watchSignals(
  log: Log,
  exit: CommandContext['exit'],
  signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'],
  until?: AbortSignal,
): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let receivedAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals): void => {
      const now = systemClock.monotonic();
      if (receivedAt === undefined) {
        receivedAt = now;
        resolve(signal);
      } else if (now - receivedAt >= SECOND_SIGNAL_MILLISECONDS) {
        log.warn({ signal }, 'ended by a second signal');
        exit(exitStatus.failure);
      }
    };
    for (const signal of signals) {
      process.on(signal, onSignal);
      until?.addEventListener('abort', () => process.off(signal, onSignal));
    }
  });
}
