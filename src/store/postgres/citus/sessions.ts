// The statements about sessions on Citus. A start and an end are two writes in one transaction of one shard. Input of several
// shards, which only background jobs have, is cut into statements for one shard each.
import { bigints, texts, uuids } from '../arrays.ts';
import type { Queries } from '../executor.ts';
import { countStarts, type EndedRow } from '../session-statements.ts';
import correctClock from '../sql/correct-clock.sql' with { type: 'text' };
import endSessions from '../sql/end-sessions.sql' with { type: 'text' };
import heartbeatSessions from '../sql/heartbeat-sessions.sql' with { type: 'text' };
import listEnded from '../sql/list-ended.sql' with { type: 'text' };
import startSessions from '../sql/start-sessions.sql' with { type: 'text' };
import { byShard, onWorker } from './by-shard.ts';
import { asText, asTransaction, type Parameters, type Translation } from './executor.ts';
import type { Shards } from './shards.ts';
import countStartsOfShard from './sql/count-starts.sql' with { type: 'text' };
import deleteSessions from './sql/delete-sessions.sql' with { type: 'text' };
import insertEnded from './sql/insert-ended-sessions.sql' with { type: 'text' };
import startSessionsOfShard from './sql/start-sessions.sql' with { type: 'text' };
import { toNumbers, withGivenTime, withShardOfInput } from './statement-text.ts';

/** A session that was taken out of active_sessions. */
interface DeletedRow {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly startedAt: number;
  readonly lastActivity: number;
  /** The last activity, by the present clock. */
  readonly activity: number;
  readonly context: string | null;
  readonly reason: string;
}

export const sessionTranslations = (shards: Shards): readonly (readonly [string, Translation])[] => [
  [heartbeatSessions, asText(withShardOfInput(withGivenTime(heartbeatSessions), 'active_sessions'))],
  [countStarts, asText(withShardOfInput(withGivenTime(countStarts), 'metadata'))],
  [startSessions, asTransaction(start)],
  [endSessions, endOfShards(shards)],
  [listEnded, onWorker(shards, asText(listEnded))],
  [correctClock, byShard(shards, asText(withShardOfInput(withGivenTime(correctClock), 'active_sessions')))],
];

async function start(
  queries: Queries,
  [ids, sessionIds, contexts, now]: Parameters,
): Promise<readonly object[]> {
  const counted = await queries.query<{ sequentialId: number }>(countStartsOfShard, [ids, now]);
  if (counted.length === 0) return [];
  const present = bigints(counted.map((row) => row.sequentialId));
  return queries.query(startSessionsOfShard, [ids, sessionIds, contexts, now, present]);
}

/** Ends sessions of one shard: their rows move into the history. */
async function end(queries: Queries, parameters: Parameters): Promise<readonly EndedRow[]> {
  const [now, timeout] = parameters.slice(3, 5).map(Number) as [number, number];
  const deleted = await queries.query<DeletedRow>(deleteSessions, parameters);
  if (deleted.length === 0) return [];
  const ended = deleted.map((row) => toEnded(row, now, timeout));
  await queries.query(insertEnded, [
    bigints(ended.map((row) => row.sequentialId)),
    bigints(ended.map((row) => row.endedAt)),
    uuids(ended.map((row) => row.sessionId)),
    bigints(ended.map((row) => row.startedAt)),
    texts(ended.map((row) => row.reason)),
    texts(deleted.map((row) => row.context)),
  ]);
  return ended;
}

function toEnded(row: DeletedRow, now: number, timeout: number): EndedRow {
  const { sequentialId, sessionId, startedAt, lastActivity, context } = row;
  const isExpired = row.activity <= now - timeout;
  return {
    ...{ sequentialId, sessionId, startedAt },
    endedAt: isExpired ? lastActivity : Math.max(now, lastActivity),
    reason: (isExpired ? 'expired' : row.reason) as EndedRow['reason'],
    contextBytes: context === null ? null : Buffer.byteLength(context),
  };
}

/** Ends sessions. The job that ends expired ones has players of all shards, and all its calls are alike. */
function endOfShards(shards: Shards): Translation {
  const endInTransaction = asTransaction(end);
  return (scope, parameters) => {
    const [ids, , , now, timeout, onlyExpired] = parameters;
    if (onlyExpired !== true) return endInTransaction(scope, parameters);
    const endExpired: Translation = (scope, [ids]) => {
      const expired = toNumbers(ids).map(() => 'expired');
      return endInTransaction(scope, [ids, texts(expired), null, now, timeout, true]);
    };
    return byShard(shards, endExpired)(scope, [ids]);
  };
}
