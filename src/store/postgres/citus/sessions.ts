// The statements about sessions on Citus. A start and an end are two writes in one transaction of one shard. Input of several
// shards, which only background jobs have, is cut into statements for one shard each.
import type { Queries } from '../executor.ts';
import {
  correctClock,
  type EndSessionsParameters,
  type EndSessionsRow,
  endSessions,
  listEnded,
  type StartSessionsParameters,
  type StartSessionsRow,
  startSessions,
} from '../sql/statements.ts';
import { byShard, onWorker } from './by-shard.ts';
import { asTransaction, givenTime, type Scope, type Variant, variantOf, wrapped } from './executor.ts';
import type { Shards } from './shards.ts';
import {
  correctClock as correctClockOfShard,
  countStartsOfShard,
  type DeleteSessionsRow,
  deleteSessions,
  insertActiveSessions,
  insertEndedSessions,
  listEnded as listEndedOfShard,
} from './sql/statements.ts';

const session = ['sequentialId', 'sessionId', 'startedAt'] as const;

export const sessionVariants = (shards: Shards): readonly Variant[] => [
  variantOf(
    startSessions,
    ['ids', 'sessionIds', 'contexts', 'installationIds', 'now'],
    [...session, 'lastActivity'],
    asTransaction(start),
  ),
  variantOf(
    endSessions,
    ['ids', 'reasons', 'sessionIds', 'now', 'timeout', 'onlyExpired'],
    [...session, 'endedAt', 'reason', 'contextBytes'],
    endOfShards(shards),
  ),
  wrapped(listEnded, onWorker(shards, listEndedOfShard)),
  wrapped(
    correctClock,
    byShard(shards, (scope, parameters) => scope.run(correctClockOfShard, parameters)),
  ),
];

async function start(
  queries: Queries,
  { now, ...starts }: StartSessionsParameters,
): Promise<readonly StartSessionsRow[]> {
  const counted = await queries.run(countStartsOfShard, { ids: starts.ids, now });
  if (counted.length === 0) return [];
  const present = counted.map((row) => row.sequentialId);
  return queries.run(insertActiveSessions, { ...starts, now, counted: present });
}

/** Ends sessions of one shard: their rows move into the history. */
async function end(queries: Queries, ends: EndSessionsParameters): Promise<readonly EndSessionsRow[]> {
  const deleted = await queries.run(deleteSessions, ends);
  if (deleted.length === 0) return [];
  const ended = deleted.map((row) => toEnded(row, ends));
  await queries.run(insertEndedSessions, {
    ids: ended.map((row) => row.sequentialId),
    endedAts: ended.map((row) => row.endedAt),
    sessionIds: ended.map((row) => row.sessionId),
    startedAts: ended.map((row) => row.startedAt),
    reasons: ended.map((row) => row.reason),
    contexts: deleted.map((row) => row.context),
    installationIds: deleted.map((row) => row.installationId),
  });
  return ended;
}

function toEnded(row: DeleteSessionsRow, { now: given, timeout }: EndSessionsParameters): EndSessionsRow {
  const now = givenTime(given);
  const { sequentialId, sessionId, startedAt, lastActivity, context } = row;
  const isExpired = row.activity <= now - timeout;
  return {
    ...{ sequentialId, sessionId, startedAt },
    endedAt: isExpired ? lastActivity : Math.max(now, lastActivity),
    reason: isExpired ? 'expired' : row.reason,
    contextBytes: context === null ? null : Buffer.byteLength(context),
  };
}

/** Ends sessions. The job that ends expired ones has players of all shards, and all its calls are alike. */
function endOfShards(
  shards: Shards,
): (scope: Scope, ends: EndSessionsParameters) => Promise<readonly EndSessionsRow[]> {
  const endExpired = byShard<EndSessionsParameters, EndSessionsRow>(shards, (scope, { ids, ...others }) => {
    const alike = { reasons: ids.map(() => 'expired' as const), sessionIds: ids.map(() => null) };
    return scope.transaction((queries) => end(queries, { ...others, ...alike, ids }));
  });
  return (scope, ends) =>
    ends.onlyExpired ? endExpired(scope, ends) : scope.transaction((queries) => end(queries, ends));
}
