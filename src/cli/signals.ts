// The signals that end a long-running command: the first ends it in order, a later one at once. SIGHUP, which some send to reload
// and a terminal when it is closed, cuts nothing, and under nohup it does nothing.
import { readFileSync } from 'node:fs';
import { systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { SECOND_SIGNAL_MILLISECONDS } from '../limits.ts';
import { type CommandContext, exitStatus } from './command.ts';

/**
 * Resolves with the first signal. A later signal ends the process. Under `npm start` one Ctrl-C arrives twice: the terminal signals
 * the whole process group, and npm passes the signal on. So a signal that follows at once counts as the same one.
 * The end of npx stands for the signal that ended it, since npx ends the shell between them and not this process.
 * @param until ends the watch
 */
export function watchSignals(
  log: Log,
  { exit, launcherEnded }: Pick<CommandContext, 'exit' | 'launcherEnded'>,
  {
    signals = ['SIGTERM', 'SIGINT', ...(ignoresHangUp() ? [] : (['SIGHUP'] as const))],
    until,
  }: { readonly signals?: readonly NodeJS.Signals[]; readonly until?: AbortSignal } = {},
): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let receivedAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals): void => {
      const now = systemClock.monotonic();
      if (receivedAt === undefined) {
        receivedAt = now;
        resolve(signal);
      } else if (signal !== 'SIGHUP' && now - receivedAt >= SECOND_SIGNAL_MILLISECONDS) {
        log.warn({ signal }, 'ended by a second signal');
        exit(exitStatus.failure);
      }
    };
    for (const signal of signals) {
      process.on(signal, onSignal);
      until?.addEventListener('abort', () => process.off(signal, onSignal));
    }
    launcherEnded?.addEventListener('abort', () => {
      if (receivedAt === undefined) onSignal('SIGTERM');
    });
  });
}

/** Was this process started with SIGHUP ignored, as nohup does? Known on Linux alone (proc(5)). */
function ignoresHangUp(): boolean {
  if (process.platform !== 'linux') return false;
  const { ignored = '0' } =
    /^SigIgn:\s*(?<ignored>\w+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.groups ?? {};
  return Number.parseInt(ignored.slice(-1), 16) % 2 === 1;
}
