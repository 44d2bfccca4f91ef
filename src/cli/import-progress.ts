// The words of an import for people: the progress on a terminal, and the sums at its end.
import type { ExistingRule } from '../import/outcomes.ts';
import type { Sums } from '../import/report.ts';
import type { Source } from '../import/source.ts';
import type { Clock } from '../lib/clock.ts';
import type { CommandContext } from './command.ts';

const betweenMilliseconds = 1_000;

/** Shows the players so far on a terminal, their rate, and the rest where the source knows its number. */
export function showPlayers(
  { errors, isTerminal }: Pick<CommandContext, 'errors' | 'isTerminal'>,
  { players: all }: Pick<Source, 'players'>,
  clock: Pick<Clock, 'monotonic'>,
) {
  const started = clock.monotonic();
  let shownAt = started;
  return {
    progress(players: number): void {
      const now = clock.monotonic();
      if (!isTerminal || now - shownAt < betweenMilliseconds) return;
      shownAt = now;
      const rate = (players * 1_000) / (now - started);
      const of = all === undefined ? '' : ` of ${all}`;
      const rest = all === undefined ? '' : `, ${Math.ceil(Math.max(0, all - players) / rate)} s left`;
      // The spaces cover the end of a longer line before.
      void errors.write(`\r${players}${of} players, ${Math.round(rate)} a second${rest}     `);
    },
    end(): void {
      if (shownAt !== started) void errors.write('\n');
    },
  };
}

/** One sentence with the sums. */
export function describeSums(
  sums: Sums,
  { dryRun, existing }: { readonly dryRun?: true; readonly existing: ExistingRule },
): string {
  const outcomes = [
    `${sums.new} new`,
    `${sums.filled} here without metadata`,
    ...(existing === 'merge' ? [`${sums.merged} merged`] : []),
    ...(existing === 'replace' ? [`${sums.replaced} replaced`] : []),
    `${sums.present} from an earlier run`,
    `${sums.kept + sums.erased} left out`,
    `${sums.refused} refused`,
  ];
  return `${sums.read} players read${dryRun ? ', nothing written' : ''}: ${outcomes.join(', ')}; ${sums.sessions} sessions`;
}
