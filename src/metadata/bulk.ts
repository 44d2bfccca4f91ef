// The rules of bulk requests: operations on the metadata of many players, each by itself, with its own outcome. A few are under
// way at once. Those on one player run in their order.
import { ApiError, noSuchPlayer } from '../errors/errors.ts';
import { isObject } from '../lib/json-values.ts';
import { failedPrecondition } from '../lib/preconditions.ts';
import { isOutage } from '../store/ports/errors.ts';
import type { PlayerStore } from '../store/ports/players.ts';
import { BULK_OPERATIONS_IN_FLIGHT } from '../tuning.ts';
import { conflict, getMetadata, type MetadataFacts, type ShownFacts } from './metadata.ts';
import {
  deleteMetadata,
  patchMetadata,
  setMetadata,
  type WriteConditions,
  type WriteTarget,
} from './writes.ts';

interface OperationBase {
  /** Undefined while the player is named by the player id alone, and for a name that no player has. */
  readonly sequentialId: number | undefined;
  readonly playerId: string | undefined;
  readonly conditions: WriteConditions | undefined;
}

export type BulkOperation =
  | (OperationBase & { readonly op: 'get' | 'delete' })
  | (OperationBase & {
      readonly op: 'set' | 'merge' | 'patch';
      /** JSON text as it was sent, which nests no deeper than metadata. */
      readonly data: string;
    });

/** The outcome of one operation: the metadata after it, or an error, which is an ApiError or one of the store. */
export type BulkOutcome = { readonly facts: ShownFacts } | { readonly error: unknown };

export interface BulkContext {
  /** Runs an operation when its turn among those of all bulk requests comes. */
  readonly withPermit: <T>(work: () => Promise<T>) => Promise<T>;
  readonly targetOf: (sequentialId: number) => WriteTarget;
  readonly maxBytes: number;
  /** Parses a patch. @throws ApiError `invalidMetadata`, `metadataTooLarge` */
  readonly parsePatch: (kind: 'merge' | 'playkeep', text: string) => (text: string) => string;
}

interface Named {
  readonly sequentialId: number | undefined;
  readonly playerId: string | undefined;
}

/** Finds the players that operations name by the player id. One call of the store finds all. */
export async function findPlayers<Operation extends Named>(
  players: Pick<PlayerStore, 'listSequentialIds'>,
  operations: readonly Operation[],
): Promise<readonly Operation[]> {
  const names = [...new Set(operations.flatMap(({ playerId }) => playerId ?? []))];
  if (names.length === 0) return operations;
  const ids = await players.listSequentialIds(names);
  const idOf = new Map(names.map((name, index) => [name, ids[index]]));
  return operations.map((operation) =>
    operation.playerId === undefined
      ? operation
      : { ...operation, sequentialId: idOf.get(operation.playerId) },
  );
}

/** Runs operations whose players are found, and gives their outcomes in the order of the operations. */
export async function* runBulk(
  context: BulkContext,
  operations: readonly BulkOperation[],
): AsyncGenerator<{ readonly operation: BulkOperation; readonly outcome: BulkOutcome }> {
  const run = async (operation: BulkOperation) => ({ facts: await runOperation(context, operation) });
  for await (const { item, outcome } of runInOrder(operations, run, context.withPermit))
    yield { operation: item, outcome };
}

/**
 * Runs work for each of many items, a few at once and those on one player in their order, and gives the outcomes in the order of the
 * items. Outcomes that wait for an earlier one are few, since they may be large. Items behind one that nobody takes are not begun.
 */
export async function* runInOrder<Item extends { readonly sequentialId: number | undefined }, Done>(
  items: readonly Item[],
  run: (item: Item) => Promise<Done>,
  withPermit: BulkContext['withPermit'],
): AsyncGenerator<{ readonly item: Item; readonly outcome: Done | { readonly error: unknown } }> {
  type Outcome = Done | { readonly error: unknown };
  const underWay: { readonly item: Item; readonly outcome: Promise<Outcome> }[] = [];
  /** The end of the last work on each player. */
  const ends = new Map<number, Promise<void>>();
  let outage: unknown;

  async function attempt(item: Item, before: Promise<void> | undefined): Promise<Outcome> {
    if (before) await before;
    try {
      // The others would only wait for time-outs of their own.
      return await withPermit(async () => (outage === undefined ? run(item) : { error: outage }));
    } catch (error) {
      if (isOutage(error)) outage = error;
      return { error };
    }
  }

  async function* takeWhile(hasTooMany: () => boolean) {
    for (let first = underWay[0]; first && hasTooMany(); first = underWay[0]) {
      underWay.shift();
      yield { item: first.item, outcome: await first.outcome };
    }
  }

  for (const item of items) {
    yield* takeWhile(() => underWay.length === BULK_OPERATIONS_IN_FLIGHT);
    const { sequentialId = 0 } = item;
    const outcome = attempt(item, ends.get(sequentialId));
    ends.set(
      sequentialId,
      outcome.then(() => undefined),
    );
    underWay.push({ item, outcome });
  }
  yield* takeWhile(() => true);
}

async function runOperation(context: BulkContext, operation: BulkOperation): Promise<ShownFacts> {
  const { sequentialId, op } = operation;
  if (sequentialId === undefined) throw noSuchPlayer();
  const target = context.targetOf(sequentialId);
  const facts = await (op === 'get'
    ? getOne(target, operation.conditions)
    : writeOne(context, operation, target));
  if (!facts) throw noSuchPlayer();
  return facts;
}

/** @throws ApiError `preconditionFailed` */
async function getOne(
  { store, sequentialId }: WriteTarget,
  conditions: WriteConditions | undefined,
): Promise<MetadataFacts | undefined> {
  const facts = await getMetadata(store.metadata, sequentialId);
  const preconditions = conditions?.preconditions;
  if (facts && preconditions && failedPrecondition(preconditions, facts)) throw conflict(facts);
  return facts;
}

async function writeOne(
  { maxBytes, parsePatch }: BulkContext,
  operation: BulkOperation,
  target: WriteTarget,
): Promise<ShownFacts | undefined> {
  const { conditions } = operation;
  switch (operation.op) {
    case 'set':
      return setMetadata(target, assertMetadata(operation.data, maxBytes), conditions);
    case 'merge':
    case 'patch': {
      const kind = operation.op === 'merge' ? 'merge' : 'playkeep';
      const apply = parsePatch(kind, operation.data);
      return patchMetadata(target, { apply, maxBytes }, conditions);
    }
    default:
      return deleteMetadata(target, conditions);
  }
}

/** Holds the `data` of a set to the bounds of metadata. @throws ApiError `invalidMetadata`, `metadataTooLarge` */
function assertMetadata(text: string, maxBytes: number): string {
  if (!isObject(text)) throw new ApiError('invalidMetadata', { detail: 'data must be an object' });
  if (Buffer.byteLength(text) > maxBytes) throw new ApiError('metadataTooLarge');
  return text;
}
