// The rules of bulk requests: operations on the metadata of many players, each by itself, with its own outcome. A few are under
// way at once. Those on one player run in their order.
import { ApiError, noSuchPlayer } from '../errors/errors.ts';
import { createAttempts, inOrder, type Outcome, type Turns } from '../lib/in-order.ts';
import { isObject } from '../lib/json-values.ts';
import { distinct, KeyMap } from '../lib/key-map.ts';
import { failedPrecondition } from '../lib/preconditions.ts';
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

export interface BulkContext {
  readonly turns: Turns;
  readonly targetOf: (sequentialId: number) => WriteTarget;
  readonly maxBytes: number;
  /** Parses a patch. @throws ApiError `invalidMetadata`, `metadataTooLarge` */
  readonly parsePatch: (kind: 'merge' | 'playkeep', text: string) => (text: string) => string;
}

/** Finds the players that operations name by the player id. One call of the store finds all. */
export async function findPlayers(
  players: Pick<PlayerStore, 'listSequentialIds'>,
  operations: readonly BulkOperation[],
): Promise<readonly BulkOperation[]> {
  const names = distinct(operations.flatMap(({ playerId }) => playerId ?? []));
  if (names.length === 0) return operations;
  const ids = await players.listSequentialIds(names);
  const idOf = new KeyMap<number | undefined>();
  for (const [index, name] of names.entries()) idOf.set(name, ids[index]);
  return operations.map((operation) =>
    operation.playerId === undefined
      ? operation
      : { ...operation, sequentialId: idOf.get(operation.playerId) },
  );
}

/** Runs operations whose players are found, and gives their outcomes in the order of the operations. Those on one player run in their order. */
export function runBulk(
  context: BulkContext,
  operations: readonly BulkOperation[],
): AsyncIterable<{ readonly item: BulkOperation; readonly outcome: Outcome<ShownFacts> }> {
  const attempt = createAttempts(context.turns);
  /** The end of the last operation on each player. */
  const ends = new Map<number, Promise<unknown>>();
  return inOrder(BULK_OPERATIONS_IN_FLIGHT, operations, (operation) => {
    const { sequentialId = 0 } = operation;
    const outcome = attempt(() => runOperation(context, operation), ends.get(sequentialId));
    ends.set(sequentialId, outcome);
    return outcome;
  });
}

async function runOperation(context: BulkContext, operation: BulkOperation): Promise<ShownFacts> {
  const { sequentialId, op } = operation;
  if (sequentialId === undefined) throw noSuchPlayer('player');
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
