// The side of a process that its parent started: what it tells the parent, and what it does when the parent asks.
import { ApiError } from '../errors/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { FamilyValues } from '../lib/metrics.ts';
import { endWithParent } from '../lib/parent-death.ts';
import { type Exposition, expose, type ReadFamilies } from '../metrics/exposition.ts';
import { PROCESS_SCRAPE_MILLISECONDS } from '../tuning.ts';
import type { Assignment, ToChild, ToParent } from './messages.ts';

export interface ParentLink {
  /** Resolves when another process has taken the place of this one. */
  readonly left: Promise<'replaced'>;
  ready(url: string): void;
  /**
   * Gets the metrics of this process.
   * @returns a function that gives those of all; it throws ApiError `serviceUnavailable` when the parent does not answer
   */
  shareMetrics(readOwn: ReadFamilies): () => Promise<Exposition>;
  /** Tells the last counts. Resolves when the parent has them. */
  finish(): Promise<void>;
}

/**
 * Joins this process to its parent. Without its parent it would go on serving, where nobody could end or replace it, so it ends with
 * it.
 * @param exit ends this process
 * @throws Error where there is no such parent
 */
export async function joinParent(
  { parentPid, aliveMilliseconds }: Assignment,
  { clock, exit }: { readonly clock: Clock; readonly exit: (status: number) => never },
): Promise<ParentLink> {
  if (process.send === undefined || process.ppid !== parentPid)
    throw new Error('the option --as is for the processes that `playkeep serve` starts itself');
  // Where the system has no such call, the closed channel is left. A process notices it when it has time.
  process.once('disconnect', () => exit(1));
  if (!(await endWithParent(parentPid).catch(() => true))) exit(1);
  // A closed terminal is told to the whole process group. The parent decides.
  process.on('SIGHUP', () => undefined);

  const left = Promise.withResolvers<'replaced'>();
  const ended = Promise.withResolvers<void>();
  const scrapes = new Map<number, (families: readonly FamilyValues[]) => void>();
  let readOwn: ReadFamilies = () => [];
  let lastId = 0;
  const send = (message: ToParent): void => void process.send?.(message);

  process.on('message', (message: ToChild) => {
    if (message.kind === 'tell') send({ kind: 'families', id: message.id, families: finite(readOwn()) });
    else if (message.kind === 'all') scrapes.get(message.id)?.(message.families);
    else if (message.kind === 'leave') left.resolve('replaced');
    else if (message.kind === 'end') ended.resolve();
  });
  clock.every(aliveMilliseconds, () => send({ kind: 'alive' }));

  async function askForAll(): Promise<Exposition> {
    lastId += 1;
    const id = lastId;
    const answered = Promise.withResolvers<readonly FamilyValues[]>();
    scrapes.set(id, answered.resolve);
    const late = new AbortController();
    send({ kind: 'scrape', id });
    const families = await Promise.race([
      answered.promise,
      clock.sleep(PROCESS_SCRAPE_MILLISECONDS, late.signal).then(() => undefined),
    ]);
    late.abort();
    scrapes.delete(id);
    if (families) return expose(families);
    throw new ApiError('serviceUnavailable', { detail: 'the parent of this process does not answer' });
  }

  return {
    left: left.promise,
    ready: (url) => send({ kind: 'ready', url }),
    shareMetrics(read) {
      readOwn = read;
      return askForAll;
    },
    async finish() {
      send({ kind: 'last', families: finite(readOwn()) });
      await Promise.race([ended.promise, clock.sleep(PROCESS_SCRAPE_MILLISECONDS)]);
    },
  };
}

/** JSON has no number that is none, such as a bound of the system that is unlimited. */
const finite = (families: readonly FamilyValues[]): readonly FamilyValues[] =>
  families.map((family) =>
    family.type === 'histogram'
      ? family
      : { ...family, samples: family.samples.filter(({ value }) => Number.isFinite(value)) },
  );
