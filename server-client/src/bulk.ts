// Operations on many players: chunks of at most 1,000, whose results are read as they arrive. A chunk that is cut off goes on behind
// the last result that came. Each write has an idempotency key, so that one that was done is not done again.
import { errorOf, isTemporary, PlaykeepError } from './errors.ts';
import { type JsonText, memberText, ResultReader, toJsonObject } from './json-text.ts';
import { type MetadataRecord, readRecord } from './record.ts';
import type { Player } from './schema.ts';
import type { CallOptions, Transport } from './transport.ts';

/** The player, by one of the two ids. */
export type Address = { readonly playerId: string } | { readonly sequentialId: number };

export type BulkOperation = Address & {
  readonly op: 'get' | 'set' | 'merge' | 'patch' | 'delete';
  readonly data?: object | JsonText;
  readonly ifMatch?: string;
  /** A random one unless it is given. Give your own where the job itself may run twice. */
  readonly idempotencyKey?: string;
};

export interface BulkResult<Data = Record<string, unknown>> {
  /** The operation with its idempotency key. */
  readonly operation: BulkOperation;
  /** The metadata after the operation. Undefined for a delete, and for an error. */
  readonly record: MetadataRecord<Data> | undefined;
  /** Undefined for a success. */
  readonly error: PlaykeepError | undefined;
}

export interface RegistrationResult {
  readonly playerId: string;
  readonly player: Player | undefined;
  readonly error: PlaykeepError | undefined;
}

const mostItems = 1_000;
/** Less than the 4 MiB that the service takes, in characters of at most three bytes. */
const mostCharacters = 1_300_000;

interface Job<Item, Result> {
  readonly path: string;
  /** The name of the list in the body. */
  readonly list: string;
  readonly toText: (item: Item) => string;
  readonly readResult: (item: Item, text: string) => Result;
}

interface Prepared<Item> {
  readonly item: Item;
  readonly text: string;
}

/** Cuts items into chunks that one request may hold. */
async function* chunksOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  toText: (item: Item) => string,
): AsyncGenerator<readonly Prepared<Item>[]> {
  let chunk: Prepared<Item>[] = [];
  let characters = 0;
  for await (const item of items) {
    const text = toText(item);
    if (chunk.length === mostItems || (chunk.length > 0 && characters + text.length > mostCharacters)) {
      yield chunk;
      chunk = [];
      characters = 0;
    }
    chunk.push({ item, text });
    characters += text.length;
  }
  if (chunk.length > 0) yield chunk;
}

async function* runJob<Item, Result extends { readonly error: PlaykeepError | undefined }>(
  transport: Transport,
  { path, list, toText, readResult }: Job<Item, Result>,
  items: Iterable<Item> | AsyncIterable<Item>,
  options: CallOptions,
): AsyncGenerator<Result, void, undefined> {
  /** The results that arrive in one attempt. */
  async function* attempt(rest: readonly Prepared<Item>[]): AsyncGenerator<Result> {
    const body = `{${JSON.stringify(list)}:[${rest.map(({ text }) => text).join()}]}`;
    const reader = new ResultReader();
    const decoder = new TextDecoder();
    const call = { ...options, method: 'POST', path, body, isRepeatable: true };
    let next = 0;
    for await (const piece of transport.open(call)) {
      for (const text of reader.take(decoder.decode(piece, { stream: true }))) {
        const prepared = rest[next];
        if (prepared === undefined) throw new PlaykeepError('network', 'The answer has too many results');
        next += 1;
        yield readResult(prepared.item, text);
      }
    }
    if (next < rest.length || !reader.isComplete)
      throw new PlaykeepError('network', 'The answer ended before its last result');
  }

  for await (const chunk of chunksOf(items, toText)) {
    let rest = chunk;
    let failures = 0;
    while (rest.length > 0) {
      let done = 0;
      let fault: PlaykeepError | undefined;
      try {
        for await (const result of attempt(rest)) {
          // The operation, and those behind it, may succeed later.
          if (result.error && isTemporary(result.error)) {
            fault = result.error;
            break;
          }
          yield result;
          done += 1;
        }
      } catch (error) {
        if (!(error instanceof PlaykeepError) || !isTemporary(error)) throw error;
        fault = error;
      }
      rest = rest.slice(done);
      if (!fault) continue;
      failures = done > 0 ? 1 : failures + 1;
      await transport.pause(fault, failures, options.signal);
    }
  }
}

/** Gives an operation its key. */
const withKey = (operation: BulkOperation): BulkOperation =>
  operation.op === 'get' ? operation : { idempotencyKey: crypto.randomUUID(), ...operation };

async function* mapped<From, To>(
  items: Iterable<From> | AsyncIterable<From>,
  map: (item: From) => To,
): AsyncGenerator<To> {
  for await (const item of items) yield map(item);
}

export const runBulk = <Data>(
  transport: Transport,
  operations: Iterable<BulkOperation> | AsyncIterable<BulkOperation>,
  options: CallOptions,
): AsyncGenerator<BulkResult<Data>, void, undefined> =>
  runJob(
    transport,
    {
      path: '/api/server/metadata/bulk',
      list: 'operations',
      toText: toJsonObject,
      readResult: (operation, text) => ({ operation, ...outcomeOf<Data>(operation, text) }),
    },
    mapped(operations, withKey),
    options,
  );

function outcomeOf<Data>({ op }: BulkOperation, text: string): Pick<BulkResult<Data>, 'record' | 'error'> {
  const { statusCode, etag = '' } = JSON.parse(text);
  if (statusCode !== 200) return { record: undefined, error: errorOf(text, {}) };
  const data = memberText(text, 'data') ?? '';
  return { record: op === 'delete' ? undefined : readRecord<Data>(data, etag), error: undefined };
}

export const registerAll = (
  transport: Transport,
  playerIds: Iterable<string> | AsyncIterable<string>,
  options: CallOptions,
): AsyncGenerator<RegistrationResult, void, undefined> =>
  runJob(
    transport,
    {
      path: '/api/server/players/bulk',
      list: 'playerIds',
      toText: (playerId: string) => JSON.stringify(playerId),
      readResult(playerId, text) {
        const { statusCode, data } = JSON.parse(text);
        return statusCode === 200
          ? { playerId, player: data as Player, error: undefined }
          : { playerId, player: undefined, error: errorOf(text, {}) };
      },
    },
    playerIds,
    options,
  );
