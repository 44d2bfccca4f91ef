// The look for changes of other processes in PostgreSQL: the known versions and sessions go to the database, and the
// players who differ come back.
// It is no call of a request, so it does not count in admission control. A notification (LISTEN) would need a connection that no
// pooler in transaction mode gives, would not cross the nodes of Citus, and would take a lock at every commit.
import { CHANGES_STEP_PLAYERS } from '../../tuning.ts';
import type { ChangeStore, KnownState } from '../ports/changes.ts';
import type { Database } from './database.ts';
import { findNames, listChanged, listWithoutSession } from './sql/statements.ts';

export function changeStore({ executor, now, shards, changes }: Database): ChangeStore {
  /** @param step players of one shard, where there are shards */
  const list = async (step: readonly KnownState[]): Promise<readonly number[]> => [
    ...(await listOther(step)),
    ...(await listEnded(step)),
  ];

  async function listOther(step: readonly KnownState[]): Promise<readonly number[]> {
    const ids = step.map(({ sequentialId }) => sequentialId);
    const versions = step.map(({ version }) => version);
    const [row] = await executor.run(listChanged, { ids, versions, now: now() });
    if (!row || row.found === step.length) return row?.changed ?? [];
    const present = new Set((await executor.run(findNames, { ids })).map(({ sequentialId }) => sequentialId));
    return [...row.changed, ...ids.filter((id) => !present.has(id))];
  }

  async function listEnded(step: readonly KnownState[]): Promise<readonly number[]> {
    const required = step.flatMap(({ sequentialId, sessionId }) =>
      sessionId === undefined ? [] : [{ sequentialId, sessionId }],
    );
    if (required.length === 0) return [];
    const ids = required.map(({ sequentialId }) => sequentialId);
    const sessionIds = required.map(({ sessionId }) => sessionId);
    const rows = await executor.run(listWithoutSession, { ids, sessionIds });
    return rows.map(({ sequentialId }) => sequentialId);
  }

  return {
    onChange: changes.onChange,
    async *listChanged(known) {
      const groups = shards ? shards.groupIds(known, ({ sequentialId }) => sequentialId) : [known];
      for (const group of groups)
        for (let start = 0; start < group.length; start += CHANGES_STEP_PLAYERS)
          yield await list(group.slice(start, start + CHANGES_STEP_PLAYERS)).catch(() => []);
    },
  };
}
