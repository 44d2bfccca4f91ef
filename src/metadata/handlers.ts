// The metadata endpoints: parse, call the rule, reply.

import { createMemoryBudget } from '../admission/memory-budget.ts';
import { ApiError } from '../errors.ts';
import {
  announcedBytes,
  mayBeLarge,
  mediaTypeOf,
  type Reservation,
  readBody,
  readJsonBody,
} from '../http/body.ts';
import { readIdempotencyKey } from '../http/idempotency.ts';
import { notModified, ok, okTagged, okText, type Reply } from '../http/reply.ts';
import { toTimestamp } from '../lib/clock.ts';
import { readSessionId } from '../lib/ids.ts';
import { chain } from '../lib/maybe-promise.ts';
import { type Preconditions, readPreconditions } from '../lib/preconditions.ts';
import { BODY_OVERHEAD_BYTES, SMALL_BODY_MAX_BYTES } from '../limits.ts';
import type { PlayerHandler } from '../players/access.ts';
import type { Players } from '../players/players.ts';
import type { MetadataStore } from '../store/ports/store.ts';
import { LARGE_BODY_BYTES } from '../tuning.ts';
import type { KeptMetadataVersion } from '../wire.ts';
import { type PatchKind, parseLookUpBody, parsePatchBody, parseSetBody } from './body.ts';
import { getVersion, listVersions, type VersionFacts } from './history.ts';
import {
  getMetadata,
  getMetadataBySequentialId,
  type Lookup,
  lookUpMetadata,
  type MetadataFacts,
  matchPreconditions,
  recordPieces,
  recordText,
} from './metadata.ts';
import type { PathRules } from './path-rules.ts';
import {
  deleteMetadata,
  patchMetadata,
  restoreMetadata,
  setMetadata,
  type Target,
  type WriteConditions,
} from './writes.ts';

export interface MetadataDependencies {
  readonly store: { readonly metadata: MetadataStore };
  readonly players: Players;
  readonly config: { readonly metadataMaxBytes: number; readonly metadataRead: 'any' | 'self' };
  readonly pathRules: PathRules | undefined;
}

export type MetadataHandlers = Readonly<
  Record<
    | 'getOwn'
    | 'getBySequentialId'
    | 'lookUp'
    | 'setOwn'
    | 'patchOwn'
    | 'deleteOwn'
    | 'listVersions'
    | 'getVersion'
    | 'restoreVersion',
    PlayerHandler
  >
>;

const patchKinds: Readonly<Record<string, PatchKind>> = {
  'application/merge-patch+json': 'merge',
  'application/json-patch+json': 'json',
};
const acceptPatch = Object.keys(patchKinds).join(', ');

export function metadataHandlers(dependencies: MetadataDependencies): MetadataHandlers {
  const { store, players, config, pathRules: rules } = dependencies;
  const room = createMemoryBudget();
  const maxBodyBytes = config.metadataMaxBytes + BODY_OVERHEAD_BYTES;
  const reading = { mode: config.metadataRead, rules };

  const targetOf = (playerId: string, sequentialId: number): Target => ({
    store: store.metadata,
    playerId,
    sequentialId,
    rules,
  });

  /** Nobody is told what is wrong with their request before it is known that they are a player. */
  async function refuseAs(playerId: string, error: unknown): Promise<never> {
    await players.findSequentialId(playerId);
    throw error;
  }

  /** Reads and works on a body within the room for large ones, if it may be one. */
  const withinBudget = (request: Request, playerId: string, work: (held?: Reservation) => Promise<Reply>) =>
    mayBeLarge(request) ? room.withGrowing(playerId, announcedBytes(request), work) : work();

  function readSet(request: Request, held: Reservation | undefined) {
    const parse = (bytes: Uint8Array) => ({
      text: parseSetBody(bytes, config.metadataMaxBytes),
      conditions: conditionsOf(request, bytes),
    });
    return readJsonBody(request, maxBodyBytes, parse, held);
  }

  async function readPatch(request: Request, held: Reservation | undefined) {
    const kind = patchKinds[mediaTypeOf(request)];
    if (!kind) {
      const headers = { 'accept-patch': acceptPatch };
      throw new ApiError('unsupportedMediaType', { detail: `send ${acceptPatch}`, headers });
    }
    const parse = (bytes: Uint8Array) => ({
      apply: parsePatchBody(kind, bytes),
      conditions: conditionsOf(request, bytes),
    });
    return readBody(request, maxBodyBytes, parse, held);
  }

  const readLookUp = (request: Request) => readJsonBody(request, SMALL_BODY_MAX_BYTES, parseLookUpBody);

  const readConditions = async (request: Request) => conditionsOf(request);

  return {
    getOwn(request, playerId) {
      return chain(
        players.asRegistered(playerId, (id) => getMetadata(store.metadata, id)),
        (facts) => recordUnlessKnown(facts, preconditionsOf(request)),
      );
    },

    getBySequentialId(request, playerId) {
      const sequentialId = parsePositiveInteger(request.params.sequentialId);
      return chain(
        players.asKnown(playerId, (reader) =>
          getMetadataBySequentialId(store.metadata, reader, sequentialId, reading),
        ),
        (facts) => recordUnlessKnown(facts, preconditionsOf(request)),
      );
    },

    async lookUp(request, playerId) {
      const ids = await readLookUp(request).catch((error) => refuseAs(playerId, error));
      const reader = await players.findSequentialId(playerId);
      const read = async (maxBytes: number) => {
        const found = await lookUpMetadata(store.metadata, reader, ids, { ...reading, maxBytes });
        return typeof found === 'number' ? found : lookupReply(found);
      };
      // What is small needs no room; what is not says how much, and may have grown when it is read.
      let answer = await read(LARGE_BODY_BYTES - 1);
      while (typeof answer === 'number') {
        const bytes = answer;
        answer = await room.withReserved(playerId, bytes, () => read(bytes));
      }
      return answer;
    },

    setOwn: (request, playerId) =>
      withinBudget(request, playerId, (held) =>
        readSet(request, held).then(
          ({ text, conditions }) =>
            chain(
              players.asRegistered(playerId, (id) => setMetadata(targetOf(playerId, id), text, conditions)),
              record,
            ),
          (error) => refuseAs(playerId, error),
        ),
      ),

    patchOwn: (request, playerId) =>
      withinBudget(request, playerId, async (held) => {
        const maxBytes = config.metadataMaxBytes;
        const read = await readPatch(request, held).catch((error) => refuseAs(playerId, error));
        const { apply, conditions } = read;
        return record(
          await players.asRegistered(playerId, (id) =>
            patchMetadata(targetOf(playerId, id), { apply, maxBytes }, conditions),
          ),
        );
      }),

    async deleteOwn(request, playerId) {
      const conditions = await readConditions(request).catch((error) => refuseAs(playerId, error));
      const { etag } = await players.asRegistered(playerId, (id) =>
        deleteMetadata(targetOf(playerId, id), conditions),
      );
      return okTagged('"Metadata deleted"', etag);
    },

    async listVersions(_request, playerId) {
      const id = await players.findSequentialId(playerId);
      const versions = id === undefined ? [] : await listVersions(store.metadata, id);
      return ok({ versions: versions.map(toKeptVersion) });
    },

    async getVersion(request, playerId) {
      const version = parsePositiveInteger(request.params.version);
      const id = await players.findSequentialId(playerId);
      if (id === undefined) throw new ApiError('versionNotFound');
      const kept = await getVersion(store.metadata, id, version);
      const about = JSON.stringify({ playerId, sequentialId: id, ...toKeptVersion(kept) });
      return okText(`${about.slice(0, -1)},"metadata":${kept.text}}`);
    },

    async restoreVersion(request, playerId) {
      const version = parsePositiveInteger(request.params.version);
      const maxBytes = config.metadataMaxBytes;
      const conditions = await readConditions(request).catch((error) => refuseAs(playerId, error));
      return record(
        await players.asRegistered(playerId, (id) =>
          restoreMetadata(targetOf(playerId, id), { version, maxBytes }, conditions),
        ),
      );
    },
  };
}

/** From here on it takes longer to join the record than to handle its pieces. */
const LARGE_TEXT_CHARACTERS = 4_096;

const record = (facts: MetadataFacts): Reply =>
  okTagged(facts.text.length < LARGE_TEXT_CHARACTERS ? recordText(facts) : recordPieces(facts), facts.etag);

const recordUnlessKnown = (facts: MetadataFacts, preconditions: Preconditions | undefined): Reply =>
  preconditions && matchPreconditions(facts, preconditions) ? notModified(facts.etag) : record(facts);

const lookupReply = ({ records, unknown }: Lookup): Reply =>
  okText(`{"records":[${records.map(recordText).join(',')}],"unknown":${JSON.stringify(unknown)}}`);

const toKeptVersion = (kept: VersionFacts): KeptMetadataVersion => ({
  version: kept.version,
  etag: kept.etag,
  writtenAt: kept.writtenAt === null ? null : toTimestamp(kept.writtenAt),
  writtenBy: kept.by,
  sessionId: kept.sessionId,
  replacedAt: toTimestamp(kept.keptAt),
  sizeBytes: kept.sizeBytes,
});

function preconditionsOf(request: Request): Preconditions | undefined {
  const preconditions = readPreconditions(request.headers);
  if (typeof preconditions !== 'string') return preconditions;
  const detail = `${preconditions} must be * or a list of entity tags, each in double quotes as ETag has it`;
  throw new ApiError('invalidRequest', { detail });
}

/** @throws ApiError `invalidRequest` */
function conditionsOf(request: Request, body?: Uint8Array): WriteConditions | undefined {
  const preconditions = preconditionsOf(request);
  const fence = request.headers.get('x-session-id');
  const sessionId = fence === null ? undefined : readSessionId(fence.trim());
  const idempotencyKey = readIdempotencyKey(request, body);
  return preconditions || sessionId !== undefined || idempotencyKey
    ? { preconditions, sessionId, idempotencyKey }
    : undefined;
}

/** A positive decimal integer below 2^53 without sign or leading zero; anything else names nothing. */
function parsePositiveInteger(segment = ''): number | undefined {
  if (!/^[1-9]\d{0,15}$/.test(segment)) return undefined;
  const value = Number(segment);
  return Number.isSafeInteger(value) ? value : undefined;
}
