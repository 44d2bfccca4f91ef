// The import of a batch of players beside a living service. All names are looked up at once. The new ones come in by one commit, and
// where the service registered one of them in between nothing of it is stored: they are looked up again.
import type { Clock } from '../lib/clock.ts';
import { IMPORT_BATCH_ATTEMPTS } from '../limits.ts';
import { OtherPlayers, StoreUnusable } from '../store/ports/errors.ts';
import type { Transfer } from '../store/ports/transfer.ts';
import { type ExistingOptions, type FoundPlayer, importExisting } from './existing-players.ts';
import type { MappedPlayer } from './map-player.ts';
import type { Outcome } from './outcomes.ts';
import { recordsOfNew } from './records.ts';

export interface BatchOptions extends ExistingOptions {
  /** Undefined for a dry run, which writes nothing. */
  readonly transfer: Pick<Transfer, 'importRecords' | 'importPlayers' | 'takeSequentialIds'> | undefined;
  readonly clock: Pick<Clock, 'now'>;
}

/** @param players each player id once. @returns the outcomes in their order */
export async function importBatch(
  players: readonly MappedPlayer[],
  options: BatchOptions,
): Promise<readonly Outcome[]> {
  const outcomes = new Map<MappedPlayer, Outcome>();
  let rest = players;
  for (let attempt = 1; rest.length > 0; attempt += 1) {
    if (attempt > IMPORT_BATCH_ATTEMPTS)
      throw new StoreUnusable(`the player of ${rest[0]?.at} changes without end; run the import again`);
    if (attempt > 1) await finishRegistrations(rest, options);
    await tryBatch(rest, options, outcomes);
    rest = rest.filter((player) => !outcomes.has(player));
  }
  return players.map((player) => outcomes.get(player) as Outcome);
}

/** On Citus a name may be there without its player, since its registration was cut off. It would refuse every batch. */
async function finishRegistrations(
  players: readonly MappedPlayer[],
  { store, transfer }: BatchOptions,
): Promise<void> {
  if (!transfer) return;
  const finish = async ({ playerId }: MappedPlayer): Promise<void> => {
    if (typeof (await store.players.findToAct(playerId)) === 'number') await store.players.register(playerId);
  };
  await Promise.all(players.map(finish));
}

/** @param outcomes gets the outcomes of all players but those of whom something changed in between */
async function tryBatch(
  players: readonly MappedPlayer[],
  options: BatchOptions,
  outcomes: Map<MappedPlayer, Outcome>,
): Promise<void> {
  const states = await Promise.all(players.map(({ playerId }) => options.store.players.find(playerId)));
  const found: FoundPlayer[] = [];
  const fresh: MappedPlayer[] = [];
  for (const [index, player] of players.entries()) {
    const state = states[index];
    if (state === 'erased') outcomes.set(player, 'erased');
    else if (state === undefined) fresh.push(player);
    else found.push({ player, sequentialId: state });
  }
  const existing = await importExisting(found, options);
  for (const [index, { player }] of found.entries()) {
    const outcome = existing[index];
    if (outcome !== undefined) outcomes.set(player, outcome);
  }
  if (await importNew(fresh, options)) for (const player of fresh) outcomes.set(player, 'new');
}

/** @returns false when one of them was registered in between, and nothing was stored */
async function importNew(
  players: readonly MappedPlayer[],
  { transfer, origin, clock }: BatchOptions,
): Promise<boolean> {
  if (!transfer || players.length === 0) return true;
  const now = clock.now();
  const ids = await transfer.takeSequentialIds(players.length);
  const records = players.map((player, index) => recordsOfNew(player, ids[index] ?? 0, origin, now));
  try {
    await transfer.importPlayers(records.flat());
    return true;
  } catch (error) {
    if (error instanceof OtherPlayers) return false;
    throw error;
  }
}
