// The rules of restoring many losses: for each player the largest kept state from before one of the losses, unless the metadata was
// written since, or a server wrote after that state, or the caller accepts that. Each restore is a single write with its own entry of the audit, and marks its losses as
// restored. So a request that was cut off goes on when it is sent again.
import { ApiError } from '../errors/errors.ts';
import { entityTag } from '../lib/entity-tag.ts';
import { AUDIT_PAGE_MAX_ROWS } from '../limits.ts';
import { type AuditPosition, type AuditStore, writtenVersion } from '../store/ports/audit.ts';
import type { Loss, RestoreOutcome } from '../store/ports/losses.ts';
import type { PlayerFacts } from '../store/ports/players.ts';
import type { Store } from '../store/ports/store.ts';
import type { KeptVersion } from '../store/ports/versions.ts';
import { RESTORED_VERSIONS } from '../tuning.ts';
import type { PathRules } from './path-rules.ts';
import { restoreMetadata, type WriteTarget } from './writes.ts';

export interface LossRestore {
  readonly dryRun: boolean;
  readonly overwriteNewer: boolean;
  /** The path rules whose protected parts stay as they are. */
  readonly protectedBy: PathRules | undefined;
}

/** The losses of one player that are to be restored. */
export interface PlayerLosses {
  readonly playerId: string | undefined;
  /** Undefined for a name that no player has. */
  readonly sequentialId: number | undefined;
  readonly versions: readonly number[];
}

export interface RestoreResult {
  readonly outcome: RestoreOutcome;
  readonly version: number | null;
  readonly versionBytes: number | null;
  readonly currentBytes: number | null;
  readonly writesSince: number | null;
  readonly etag: string | null;
  /** Does the player play now? A game that saves what it holds would replace the restored state. */
  readonly online: boolean | null;
  /** Missing for a number that no player has. */
  readonly playerId?: string;
}

const nothing = {
  ...{ version: null, versionBytes: null, currentBytes: null, writesSince: null, etag: null, online: null },
};
const notFound: RestoreResult = { ...nothing, outcome: 'notFound' };

export interface RestoreContext extends LossRestore {
  readonly store: Pick<Store, 'players' | 'losses' | 'versions' | 'audit'>;
  readonly targetOf: (sequentialId: number) => WriteTarget;
  readonly maxBytes: number;
}

export async function restoreLosses(
  context: RestoreContext,
  { sequentialId, versions }: PlayerLosses,
): Promise<RestoreResult> {
  const { store, dryRun, overwriteNewer } = context;
  if (sequentialId === undefined) return notFound;
  const [player] = await store.players.describe([sequentialId]);
  if (!player) return notFound;
  const chosen = (await store.losses.listOfPlayer(sequentialId)).filter(({ version }) =>
    versions.includes(version),
  );
  const present = presentState(player);
  const [newest] = chosen;
  if (!newest) return { ...present, outcome: 'notFound' };
  const open = chosen.filter(({ restoredAt }) => restoredAt === null);
  if (open.length === 0) return { ...present, outcome: 'alreadyRestored' };
  const kept = await store.versions.list(sequentialId);
  const before = largestBefore(kept, open);
  if (!before) return { ...present, outcome: 'notKept' };
  const undone = await serverWrites(store.audit, sequentialId, kept, { before, newest });
  for (const { version } of chosen) undone.delete(version);
  // The restore of a backup raises the versions of metadata, and those of losses stay.
  const afterNewest = Math.max(0, player.version - newest.version) % RESTORED_VERSIONS;
  const writesSince = undone.size + afterNewest;
  const plan = { ...present, version: before.version, versionBytes: before.sizeBytes, writesSince };
  if (writesSince > 0 && !overwriteNewer) return { ...plan, outcome: 'writtenSince' };
  if (dryRun) return { ...plan, outcome: 'restorable' };
  return restore(context, sequentialId, plan, overwriteNewer ? undefined : plan.etag);
}

const presentState = ({ playerId, sequentialId, version, metadataBytes, online }: PlayerFacts) => ({
  ...nothing,
  ...{ playerId, online },
  currentBytes: metadataBytes,
  etag: entityTag(sequentialId, version),
});

/** The largest kept state that one of the losses replaced. */
function largestBefore(all: readonly KeptVersion[], losses: readonly Loss[]): KeptVersion | undefined {
  const wanted = new Set(losses.map(({ version }) => version - 1));
  return all
    .filter(({ version }) => wanted.has(version))
    .reduce<KeptVersion | undefined>(
      (largest, each) => (largest && largest.sizeBytes >= each.sizeBytes ? largest : each),
      undefined,
    );
}

/** The versions that servers wrote between a state and a loss. The history of states thins out, and the audit does not. */
async function serverWrites(
  audit: Pick<AuditStore, 'list'>,
  sequentialId: number,
  kept: readonly KeptVersion[],
  { before, newest }: { readonly before: KeptVersion; readonly newest: Loss },
): Promise<Set<number>> {
  const isBetween = (version: number) => version > before.version && version < newest.version;
  const written = kept.filter(({ by }) => by === 'server').map(({ version }) => version);
  // Most restores are of one loss, and then there is nothing between.
  if (before.version + 1 === newest.version) return new Set();
  const filter = { sequentialId, from: before.keptAt };
  let after: AuditPosition | undefined;
  do {
    const { entries, next } = await audit.list(filter, AUDIT_PAGE_MAX_ROWS, after);
    written.push(...entries.flatMap((entry) => writtenVersion(entry) ?? []));
    after = next;
  } while (after);
  return new Set(written.filter(isBetween));
}

/** @param ifMatch the entity tag of the state that may be replaced; undefined for any */
async function restore(
  { targetOf, maxBytes, protectedBy }: RestoreContext,
  sequentialId: number,
  plan: Omit<RestoreResult, 'outcome'> & { readonly version: number },
  ifMatch: string | undefined,
): Promise<RestoreResult> {
  const conditions =
    ifMatch === undefined ? undefined : { preconditions: { ifMatch: [ifMatch], ifNoneMatch: undefined } };
  try {
    const { version } = plan;
    const facts = await restoreMetadata(
      targetOf(sequentialId),
      { version, maxBytes, protectedBy },
      conditions,
    );
    return facts ? { ...plan, outcome: 'restored', etag: facts.etag } : notFound;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.error === 'preconditionFailed') return { ...plan, outcome: 'writtenSince' };
    if (error.error === 'versionNotFound') return { ...plan, outcome: 'notKept' };
    throw error;
  }
}
