// One player, named by the player id (the `sub` of a token) or by the sequential id. Each write of metadata, and the end of a session, has
// an idempotency key, so it is repeated after a fault without a further effect.
import { PlaykeepError } from './errors.ts';
import { toJson } from './json-text.ts';
import { createPlayerMetadata, dataOf, type PlayerMetadata, type SendToPlayer } from './player-metadata.ts';
import { itemsOf, toQuery } from './requests.ts';
import type { ActiveSession, EndedSession, Player, Schema } from './schema.ts';
import type { CallOptions, Transport } from './transport.ts';

export interface PlayerHandle {
  readonly metadata: PlayerMetadata;
  /** With the reason of a suspension while it lasts. */
  get(options?: CallOptions): Promise<Schema<'PlayerWithReason'>>;
  /** Erases the player for good. */
  erase(options?: CallOptions): Promise<void>;
  /** Everything that is stored about the player: the bytes of a JSON document, as they arrive. */
  export(options?: CallOptions): AsyncGenerator<Uint8Array, void, undefined>;
  suspend(suspension?: Schema<'SuspendPlayerBody'>, options?: CallOptions): Promise<Player>;
  unsuspend(options?: CallOptions): Promise<Player>;
  /** The active session; undefined for none. */
  session(options?: CallOptions): Promise<ActiveSession | undefined>;
  /** The ended sessions, newest first. */
  sessions(options?: CallOptions): AsyncGenerator<EndedSession, void, undefined>;
  terminateSession(
    options?: CallOptions & { readonly idempotencyKey?: string },
  ): Promise<Schema<'TerminatedSession'>>;
}

export type PlayerReference =
  | string
  | number
  | { readonly playerId: string }
  | { readonly sequentialId: number };

/** Clients and proxies take `.` and `..` for folders, and some proxies decode these characters. */
const isUnsafeInPath = (playerId: string): boolean => /^\.{0,2}$|[/\\%]/.test(playerId);

export function createPlayer(
  transport: Transport,
  reference: PlayerReference,
  findSequentialId: (playerId: string, options: CallOptions) => Promise<number>,
): PlayerHandle {
  const address =
    typeof reference === 'string'
      ? { playerId: reference }
      : typeof reference === 'number'
        ? { sequentialId: reference }
        : reference;

  /** The path of the player, by sequential id where the name cannot stand in one. */
  async function pathOf(options: CallOptions): Promise<string> {
    if ('sequentialId' in address) return `/api/server/players/${Number(address.sequentialId)}`;
    if (isUnsafeInPath(address.playerId))
      return `/api/server/players/${await findSequentialId(address.playerId, options)}`;
    return `/api/server/players/by-id/${encodeURIComponent(address.playerId)}`;
  }

  const send: SendToPlayer = async ({ rest = '', ...call }, { signal, requestId } = {}) => {
    const path = (await pathOf({ signal })) + rest;
    return transport.send({ ...call, signal, requestId, path, isRepeatable: true });
  };

  return {
    metadata: createPlayerMetadata(send),
    get: (options) => dataOf(send({ method: 'GET' }, options)),
    async erase(options = {}) {
      // By sequential id, which is never given again: a repetition cannot meet a later player of the name.
      const isFound = 'playerId' in address;
      const path = isFound
        ? `/api/server/players/${await findSequentialId(address.playerId, options)}`
        : await pathOf(options);
      // Then who is missing was there before, and the answer to an earlier attempt was lost.
      let wasThere = isFound;
      const onRepetition = () => {
        wasThere = true;
      };
      try {
        await transport.send({ ...options, method: 'DELETE', path, isRepeatable: true, onRepetition });
      } catch (error) {
        if (!(wasThere && error instanceof PlaykeepError && error.code === 'not-found')) throw error;
      }
    },
    async *export(options = {}) {
      const path = `${await pathOf(options)}/export`;
      yield* transport.open({ ...options, method: 'GET', path, isRepeatable: false });
    },
    suspend: (suspension = {}, options) =>
      dataOf(send({ method: 'POST', rest: '/suspend', body: toJson(suspension) }, options)),
    unsuspend: (options) => dataOf(send({ method: 'DELETE', rest: '/suspend' }, options)),
    async session(options) {
      try {
        return await dataOf<ActiveSession>(send({ method: 'GET', rest: '/session' }, options));
      } catch (error) {
        if (error instanceof PlaykeepError && error.reason === 'No active session found') return undefined;
        throw error;
      }
    },
    sessions: (options) =>
      itemsOf(
        (cursor) =>
          dataOf<Schema<'SessionHistory'>>(
            send({ method: 'GET', rest: `/sessions${toQuery({ limit: 100, cursor })}` }, options),
          ),
        ({ sessions }) => sessions,
      ),
    terminateSession: ({ idempotencyKey = crypto.randomUUID(), ...options } = {}) =>
      dataOf(
        send(
          {
            method: 'POST',
            rest: '/session/terminate',
            headers: { 'idempotency-key': idempotencyKey },
          },
          options,
        ),
      ),
  };
}
