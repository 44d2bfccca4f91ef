// Losses beside a tree that tells no events: each tree marks the losses of its own saves, and lists those of both.
import { expect } from 'bun:test';
import { paths } from '../../../harness/api.ts';
import { runCommand } from '../../../harness/command.ts';
import type { TwoTrees } from '../../../harness/two-trees.ts';
import { readSame, set } from '../../../harness/writes.ts';

export async function loseSaves(trees: TwoTrees): Promise<void> {
  const { before, now } = trees;
  const create = ['key', 'create', 'reader', '--scope', 'players:read'];
  const token = (await runCommand(create, trees.database.environment)).stdout.trim();
  const listed = async () => {
    const { sequentialId } = (await now.as('lea', 'GET', paths.metadata)).body.data;
    const path = `/api/server/players/${sequentialId}/metadata/history`;
    return (await now.call('GET', path, { token })).body.data.losses;
  };
  await before.as('lea', 'POST', paths.metadata, set(`{"same":"${'x'.repeat(400)}"}`));
  expect((await now.as('lea', 'POST', paths.metadata, set('{}'))).status).toBe(200);
  const [loss] = await listed();
  expect(loss).toMatchObject({ bytesAfter: 2, restoredAt: null });
  const restore = `${paths.history}/${loss.version - 1}/restore`;
  expect((await before.as('lea', 'POST', restore)).status).toBe(200);
  expect((await before.as('lea', 'POST', paths.metadata, set('{}'))).status).toBe(200);
  const [last, first] = await listed();
  expect(first).toEqual({ ...loss, restoredAt: expect.any(String) });
  expect(last).toMatchObject({ version: loss.version + 2, bytesAfter: 2, restoredAt: null });
  await readSame([before, now], 'lea');
}
