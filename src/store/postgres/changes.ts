// The look for changes of other processes in PostgreSQL: the known versions go to the database, and the players who differ come back.
// A notification (LISTEN) would need a connection that no pooler in transaction mode gives, would not cross the nodes of Citus, and
// would take a lock at every commit.
import { CHANGES_STEP_PLAYERS } from '../../tuning.ts';
import type { ChangeStore, KnownState } from '../ports/changes.ts';
import type { Database } from './database.ts';
import { findNames, listChanged } from './sql/statements.ts';
import { createStatementBatcher } from './statement-batcher.ts';

/** Players of one shard, where there are shards; at least one. */
type Step = readonly KnownState[];

export function changeStore(database: Database): ChangeStore & { drain(): Promise<unknown> } {
  const { executor, admission, now, shards, changes } = database;

  async function list(step: Step): Promise<readonly number[]> {
    const ids = step.map(({ sequentialId }) => sequentialId);
    const versions = step.map(({ version }) => version);
    const [row] = await executor.run(listChanged, { ids, versions, now: now() });
    const { found = 0, changed = [] } = row ?? {};
    return found === step.length ? changed : [...changed, ...(await listErased(ids))];
  }

  async function listErased(ids: readonly number[]): Promise<readonly number[]> {
    const rows = await executor.run(findNames, { ids });
    const present = new Set(rows.map(({ sequentialId }) => sequentialId));
    return ids.filter((id) => !present.has(id));
  }

  // One step per batch, since each has many players.
  const looks = createStatementBatcher<Step, readonly number[]>({
    monitor: admission.monitor('list-changed'),
    shardOf: shards && (([first]) => shards.ofId(first?.sequentialId ?? 0)),
    isRepeatable: true,
    maxInFlight: 1,
    maxCalls: 1,
    run: (steps) => Promise.all(steps.map(list)),
  });

  return {
    onChange: changes.onChange,
    async listChanged(known) {
      const changed: number[] = [];
      const groups = shards ? shards.groupIds(known, ({ sequentialId }) => sequentialId) : [known];
      for (const group of groups)
        for (let start = 0; start < group.length; start += CHANGES_STEP_PLAYERS)
          changed.push(...(await looks.add(group.slice(start, start + CHANGES_STEP_PLAYERS))));
      return changed;
    },
    drain: looks.drain,
  };
}
