// The batchers of writes that depend on the state that they find: each step of an edit leaves with the same step of other players.
import { EDIT_BATCH_MAX_CALLS } from '../../tuning.ts';
import { StoreUnavailable } from '../ports/errors.ts';
import type { LossStore } from '../ports/losses.ts';
import type { Batcher } from '../shared/batcher.ts';
import { batchesInFlight, type Database } from './database.ts';
import { type Edit, editStatements, type Find } from './edit-statements.ts';
import { type EditSteps, editSize } from './edits.ts';
import type { Queries } from './executor.ts';
import { type KeyOwner, pruneKeysBeside, type UsedKey } from './idempotency-keys.ts';
import { rowLocks } from './locked-calls.ts';
import { hasMark } from './loss-marks.ts';
import type { SessionFacts } from './session-facts.ts';
import type { EditMetadataRow } from './sql/statements.ts';
import { createStatementBatcher } from './statement-batcher.ts';
import type { VersionTable } from './versions.ts';

export interface EditBatchers {
  /** The steps of edits without an idempotency key, or with a key of this owner. */
  readonly stepsOf: Readonly<Record<KeyOwner, EditSteps>>;
  drain(): Promise<unknown>;
}

/** The parts of the store that edits need beside their own statements. */
export interface EditParts extends Pick<VersionTable, 'listRows'>, Pick<EditSteps, 'countLoss'> {
  readonly losses: Pick<LossStore, 'listOfPlayer'>;
  readonly sessions: Pick<SessionFacts, 'find'>;
}

export function editBatchers(
  database: Database,
  { listRows, losses, sessions, countLoss }: EditParts,
): EditBatchers {
  const { executor, admission, now, cpuScheduler, shards } = database;
  const statements = { player: editStatements(database), server: editStatements(database, 'server') };
  const batchers: Pick<Batcher<never, unknown>, 'drain'>[] = [];

  function kept<Call, Result>(batcher: Batcher<Call, Result>): Batcher<Call, Result>['add'] {
    batchers.push(batcher);
    return batcher.add;
  }

  const reads = <Call extends number | { readonly sequentialId: number }, Result>(
    name: string,
    read: (queries: Queries, calls: readonly Call[]) => Promise<readonly Result[]>,
    maxCalls = EDIT_BATCH_MAX_CALLS,
  ) =>
    kept(
      createStatementBatcher<Call, Result>({
        monitor: admission.monitor(name),
        shardOf: shards && ((call) => shards.ofId(typeof call === 'number' ? call : call.sequentialId)),
        isRepeatable: true,
        maxInFlight: batchesInFlight,
        maxCalls,
        run: (calls) => read(executor, calls),
      }),
    );

  /** Under a key a write whose outcome is unknown may be repeated: the second one finds the key. */
  const writes = (name: string, owner: KeyOwner, isRepeatable: boolean) =>
    kept(
      createStatementBatcher<Edit, EditMetadataRow | undefined>({
        monitor: admission.monitor(name),
        shardOf: shards && ((edit) => shards.ofId(edit.found.sequentialId)),
        // Under a required session the row of the session is locked too.
        locks: rowLocks(database, ['metadata', 'active_sessions'], ({ found }) => found.sequentialId),
        isRepeatable,
        maxInFlight: batchesInFlight,
        commits: true,
        sizeOf: editSize,
        run: (edits) =>
          edits.some(hasMark)
            ? executor.transaction((queries) => statements[owner].write(queries, edits))
            : statements[owner].write(executor, edits),
      }),
    );

  /** One player's keys in a statement, which may be a thousand. The batcher bounds the statements. */
  const prunings = (name: string, owner: KeyOwner) =>
    reads<UsedKey, void>(
      name,
      (queries, calls) =>
        Promise.all(calls.map((used) => pruneKeysBeside(queries, { owner, now: now() }, used))),
      1,
    );

  const wasSessionOver = reads('find-outlived', statements.player.wereSessionsOver);
  const plainWrites = writes('edit-metadata', 'player', false);
  // Writes that lock rows before they write are batched apart from those that do not (edit-metadata.sql).
  const writesInSession = writes('edit-metadata-in-session', 'player', false);

  function stepsUnder(owner: KeyOwner, suffix: string): EditSteps {
    const writesUnderKey = writes(`edit-metadata-under-${suffix}`, owner, true);
    const prune = prunings(`prune-${suffix}s`, owner);
    return {
      find: reads<Find, Awaited<ReturnType<EditSteps['find']>>>(
        owner === 'player' ? 'find-for-edit' : `find-for-edit-under-${suffix}`,
        statements[owner].find,
      ),
      wasSessionOver,
      listVersions: listRows,
      listLosses: losses.listOfPlayer,
      findSession: (sequentialId, sessionId) =>
        sessions.find(sequentialId, [sessionId]).then(([session]) => session),
      countLoss,
      tells: database.tell.metadata,
      write(edit) {
        if (edit.outcome) return writesUnderKey(edit);
        return (edit.options.sessionId === undefined ? plainWrites : writesInSession)(edit);
      },
      prune: (used) => prune(used).catch(unlessUnavailable),
      compute: cpuScheduler.run,
    };
  }

  return {
    stepsOf: { player: stepsUnder('player', 'key'), server: stepsUnder('server', 'server-key') },
    drain: () => Promise.all(batchers.map((batcher) => batcher.drain())),
  };
}

/** The write is committed, so its answer does not depend on the pruning. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}
