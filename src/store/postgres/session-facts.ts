// The starts of sessions, active or ended, in PostgreSQL: what a start told of the game and its device.
import { EDIT_BATCH_MAX_CALLS } from '../../tuning.ts';
import type { SessionStore, StartedSession } from '../ports/sessions.ts';
import { batchesInFlight, type Database } from './database.ts';
import { findSessionFacts } from './sql/statements.ts';
import { createStatementBatcher } from './statement-batcher.ts';

interface Find {
  readonly sequentialId: number;
  readonly sessionIds: readonly string[];
}

export interface SessionFacts {
  readonly find: SessionStore['findStarts'];
  drain(): Promise<unknown>;
}

export function sessionFacts({ executor, admission, shards }: Database): SessionFacts {
  const finds = createStatementBatcher<Find, readonly StartedSession[]>({
    monitor: admission.monitor('find-session-facts'),
    shardOf: shards && (({ sequentialId }) => shards.ofId(sequentialId)),
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    maxCalls: EDIT_BATCH_MAX_CALLS,
    async run(calls) {
      const rows = await executor.run(findSessionFacts, {
        ids: calls.map(({ sequentialId }) => sequentialId),
        sessionIds: calls.flatMap(({ sessionIds }) => sessionIds),
      });
      const byId = Map.groupBy(rows, ({ sequentialId }) => sequentialId);
      return calls.map(({ sequentialId, sessionIds }) => {
        const wanted = new Set(sessionIds);
        return (byId.get(sequentialId) ?? [])
          .filter(({ sessionId }) => wanted.has(sessionId))
          .map(({ sessionId, installationId, context }) => ({ sessionId, installationId, context }));
      });
    },
  });
  return {
    find: async (sequentialId, sessionIds) =>
      sessionIds.length === 0 ? [] : finds.add({ sequentialId, sessionIds }),
    drain: finds.drain,
  };
}
