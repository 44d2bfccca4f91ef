// The client of the server API: players, bulk jobs, lists as sequences, keys and statistics. It has no state but its options.
import {
  type BulkOperation,
  type BulkResult,
  type RegistrationResult,
  registerAll,
  runBulk,
} from './bulk.ts';
import { PlaykeepError } from './errors.ts';
import { type EventQuery, readEvents } from './events.ts';
import { createPlayer, type PlayerHandle, type PlayerReference } from './player.ts';
import { createRequests, itemsOf, type Requests, toQuery } from './requests.ts';
import type {
  ActiveSession,
  AuditEntry,
  Loss,
  OperationOf,
  Player,
  PlayerEvent,
  QueryOf,
  Schema,
  ServerKey,
} from './schema.ts';
import { type CallOptions, createTransport } from './transport.ts';

export interface ServerClientOptions {
  /** The address of the service, such as `https://playkeep.example.com`. */
  readonly url: string;
  /** A server key, or a function that reads it for each attempt, so that a rotated key needs no restart. */
  readonly key: string | (() => string | Promise<string>);
  /** The platform's own unless it is given. */
  readonly fetch?: typeof fetch;
  /** The most time for an attempt, and between two pieces of a streamed answer: 30 seconds unless it is given. */
  readonly timeoutMilliseconds?: number;
  /** The most attempts of a call, the first one included: 5 unless it is given. */
  readonly attempts?: number;
  /** A call that the service asks to repeat later than this ends with its error: 60 unless it is given. */
  readonly longestPauseSeconds?: number;
}

type Items<Item> = Iterable<Item> | AsyncIterable<Item>;
type Sequence<Item> = AsyncGenerator<Item, void, undefined>;
type ListPath = '/api/server/audit' | '/api/server/metadata/losses' | '/api/server/sessions';
type Filters<Path extends ListPath> = Omit<QueryOf<OperationOf<Path, 'GET'>>, 'cursor'>;
/** The reports of the statistics, by the last part of their path. */
type ReportPath = Extract<keyof import('./api-types.ts').paths, `/api/server/statistics/${string}`>;
type ReportName = ReportPath extends `/api/server/statistics/${infer Name}` ? Name : never;
type ReportOf<Name extends ReportName> = OperationOf<`/api/server/statistics/${Name}`, 'GET'>;
type DataOf<Operation> = import('./schema.ts').DataOf<Operation>;

export interface ServerClient extends Requests {
  /** A player by player id (a string) or sequential id (a number). It asks nothing of the service by itself. */
  player(reference: PlayerReference): PlayerHandle;
  readonly players: {
    /** Registers a player. One who is there stays as they are. */
    register(playerId: string, options?: CallOptions): Promise<Player>;
    /** Registers any number of players, a thousand in a request, with a result for each in order. */
    registerAll(playerIds: Items<string>, options?: CallOptions): Sequence<RegistrationResult>;
    /** Up to 100 players by either id, and the ids that no player has. */
    lookUp(ids: Schema<'LookUpPlayersBody'>, options?: CallOptions): Promise<Schema<'Players'>>;
    /** All players for whom every condition holds, page after page. */
    search(conditions?: Omit<Schema<'SearchPlayersBody'>, 'cursor'>, options?: CallOptions): Sequence<Player>;
  };
  /** Any number of operations on metadata, a thousand in a request, with a result for each in order. */
  bulk<Data = Record<string, unknown>>(
    operations: Items<BulkOperation>,
    options?: CallOptions,
  ): Sequence<BulkResult<Data>>;
  readonly sessions: {
    /** The active sessions of all players, or those with some values in their contexts. */
    active(filters?: Filters<'/api/server/sessions'>, options?: CallOptions): Sequence<ActiveSession>;
    count(options?: CallOptions): Promise<number>;
  };
  /** The entries of the audit, newest first. */
  audit(filters?: Filters<'/api/server/audit'>, options?: CallOptions): Sequence<AuditEntry>;
  /**
   * The events behind `after`, oldest first, and those to come: the sequence waits for them until its signal ends it. With
   * `waitSeconds: 0` it ends where no further event is there.
   */
  events(query?: EventQuery, options?: CallOptions): Sequence<PlayerEvent>;
  /** Saves that dropped most of a player's metadata, newest first. */
  losses(filters?: Filters<'/api/server/metadata/losses'>, options?: CallOptions): Sequence<Loss>;
  readonly keys: {
    list(options?: CallOptions): Promise<readonly ServerKey[]>;
    /** Makes a key. It is not repeated after a lost answer: revoke the key of that name then. */
    create(key: Schema<'CreateServerKeyBody'>, options?: CallOptions): Promise<Schema<'CreatedServerKey'>>;
    revoke(keyId: string, options?: CallOptions & { readonly revokeMade?: boolean }): Promise<void>;
  };
  /** A report such as `players` or `retention`. */
  statistics<Name extends ReportName>(
    report: Name,
    query?: QueryOf<ReportOf<Name>>,
    options?: CallOptions,
  ): Promise<DataOf<ReportOf<Name>>>;
  /** The same as CSV. */
  statisticsCsv<Name extends ReportName>(
    report: Name,
    query?: QueryOf<ReportOf<Name>>,
    options?: CallOptions,
  ): Promise<string>;
  /** The key of this client. */
  me(options?: CallOptions): Promise<Schema<'ServerIdentity'>>;
  service(options?: CallOptions): Promise<Schema<'ServiceState'>>;
}

export function createServerClient(options: ServerClientOptions): ServerClient {
  const transport = createTransport({
    ...{ timeoutMilliseconds: 30_000, attempts: 5, longestPauseSeconds: 60 },
    // Some platforms refuse their `fetch` as a method of another object.
    fetch: (...call: Parameters<typeof fetch>) => globalThis.fetch(...call),
    ...options,
  } as Parameters<typeof createTransport>[0]);
  const { request } = createRequests(transport);
  const lookUp = async (body: Schema<'LookUpPlayersBody'>, call?: CallOptions) =>
    (await request('POST', '/api/server/players/lookup', { ...call, body, isRepeatable: true })).data;

  async function findSequentialId(playerId: string, call: CallOptions): Promise<number> {
    const { players } = await lookUp({ playerIds: [playerId] }, { signal: call.signal });
    const [player] = players;
    if (player) return player.sequentialId;
    throw new PlaykeepError('not-found', 'Player not found', { status: 404, reason: 'Player not found' });
  }

  return {
    request,
    player: (reference) => createPlayer(transport, reference, findSequentialId),
    players: {
      register: async (playerId, call) =>
        (await request('POST', '/api/server/players', { ...call, body: { playerId }, isRepeatable: true }))
          .data,
      registerAll: (playerIds, call = {}) => registerAll(transport, playerIds, call),
      lookUp,
      search: (conditions = {}, call) =>
        itemsOf(
          async (cursor) => {
            const body = cursor === undefined ? conditions : { ...conditions, cursor };
            return (
              await request('POST', '/api/server/players/search', { ...call, body, isRepeatable: true })
            ).data;
          },
          ({ players }) => players,
        ),
    },
    bulk: (operations, call = {}) => runBulk(transport, operations, call),
    sessions: {
      active: (filters = {}, call) =>
        itemsOf(
          async (cursor) =>
            (
              await request('GET', '/api/server/sessions', {
                ...call,
                query: withCursor({ limit: 100, ...filters }, cursor),
              })
            ).data,
          ({ sessions }) => sessions,
        ),
      count: async (call) => (await request('GET', '/api/server/sessions/count', call)).data.online,
    },
    audit: (filters = {}, call) =>
      itemsOf(
        async (cursor) =>
          (await request('GET', '/api/server/audit', { ...call, query: withCursor(filters, cursor) })).data,
        ({ entries }) => entries,
      ),
    events: (query = {}, call = {}) => readEvents(request, query, call),
    losses: (filters = {}, call) =>
      itemsOf(
        async (cursor) =>
          (
            await request('GET', '/api/server/metadata/losses', {
              ...call,
              query: withCursor(filters, cursor),
            })
          ).data,
        ({ losses }) => losses,
      ),
    keys: {
      list: async (call) => (await request('GET', '/api/server/keys', call)).data.keys,
      create: async (body, call) => (await request('POST', '/api/server/keys', { ...call, body })).data,
      async revoke(keyId, { revokeMade, ...call } = {}) {
        const query = revokeMade === undefined ? {} : ({ revokeMade } as object);
        await request('DELETE', '/api/server/keys/{keyId}', { ...call, path: { keyId }, query });
      },
    },
    async statistics(report, query, call = {}) {
      const path = `/api/server/statistics/${report}${toQuery(query as Record<string, unknown>)}`;
      const { text } = await transport.send({ ...call, method: 'GET', path, isRepeatable: true });
      return JSON.parse(text).data;
    },
    async statisticsCsv(report, query, call = {}) {
      const path = `/api/server/statistics/${report}${toQuery(query as Record<string, unknown>)}`;
      const headers = { accept: 'text/csv' };
      return (await transport.send({ ...call, method: 'GET', path, headers, isRepeatable: true })).text;
    },
    me: async (call) => (await request('GET', '/api/server/me', call)).data,
    service: async (call) => (await request('GET', '/api/server/service', call)).data,
  };
}

const withCursor = <Query extends object>(query: Query, cursor: string | undefined): Query =>
  cursor === undefined ? query : { ...query, cursor };
