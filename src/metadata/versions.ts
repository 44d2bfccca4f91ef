// The kept versions of a player's metadata: replaced states, each with its time, its writer and its session.
import { ApiError } from '../errors/errors.ts';
import { entityTag } from '../lib/entity-tag.ts';
import { isPersonId, nameOfPerson } from '../lib/person-id.ts';
import type { ServerKeyStore } from '../store/ports/keys.ts';
import type { PersonStore } from '../store/ports/people.ts';
import type { SessionStore, StartedSession } from '../store/ports/sessions.ts';
import type { KeptVersion, VersionStore } from '../store/ports/versions.ts';

export interface TaggedVersion extends KeptVersion {
  /** The entity tag that the state had. */
  readonly etag: string;
}

/** Lists the kept versions, newest first. */
export async function listVersions(
  store: VersionStore,
  sequentialId: number,
): Promise<readonly TaggedVersion[]> {
  const versions = await store.list(sequentialId);
  return versions.map((kept) => ({ ...kept, etag: entityTag(sequentialId, kept.version) }));
}

/** Reads a kept version with its text. @throws ApiError `versionNotFound` */
export async function getVersion(
  store: VersionStore,
  sequentialId: number,
  version: number | undefined,
): Promise<TaggedVersion & { readonly text: string }> {
  const kept = version === undefined ? undefined : await store.find(sequentialId, version);
  if (!kept) throw new ApiError('versionNotFound');
  return { ...kept, text: kept.text ?? '{}', etag: entityTag(sequentialId, kept.version) };
}

/** The writers of kept versions: a player with the start of the session, or a server or a person with the name. */
export interface VersionWriters {
  of(kept: Pick<KeptVersion, 'by' | 'sessionId' | 'keyId'>): {
    /** Undefined without a session, and for one that is not in the history any more. */
    readonly session: StartedSession | undefined;
    readonly keyName: string | null;
  };
}

/** Finds the writers of some versions of a player. */
export async function findWriters(
  {
    sessions,
    serverKeys,
    people,
  }: {
    readonly sessions: Pick<SessionStore, 'findStarts'>;
    readonly serverKeys: Pick<ServerKeyStore, 'list'>;
    readonly people: Pick<PersonStore, 'list'>;
  },
  sequentialId: number,
  versions: readonly KeptVersion[],
): Promise<VersionWriters> {
  const sessionIds = new Set(
    versions.flatMap(({ by, sessionId }) => (by === 'player' ? (sessionId ?? []) : [])),
  );
  const keyIds = versions.flatMap(({ keyId }) => keyId ?? []);
  const [starts, keys, persons] = await Promise.all([
    sessions.findStarts(sequentialId, [...sessionIds]),
    keyIds.every(isPersonId) ? [] : serverKeys.list(),
    keyIds.some(isPersonId) ? people.list() : [],
  ]);
  const byId = new Map(starts.map((start) => [start.sessionId, start]));
  const names = new Map([
    ...keys.map(({ keyId, name }) => [keyId, name] as const),
    ...persons.map((person) => [person.personId, nameOfPerson(person)] as const),
  ]);
  return {
    of: ({ by, sessionId, keyId }) => ({
      session: by === 'server' || sessionId === null ? undefined : byId.get(sessionId),
      keyName: keyId === null ? null : (names.get(keyId) ?? null),
    }),
  };
}
