// Installations beside a running process of the last tree without them: its writes keep the list, and its sessions have no installation.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { paths } from '../../../harness/api.ts';
import { allEngines } from '../../../harness/engines.ts';
import type { ServiceProcess } from '../../../harness/process.ts';
import { startTwoTrees, type TwoTrees, whyNoTreeBefore } from '../../../harness/two-trees.ts';
import { json, merge, set } from '../../../harness/writes.ts';

/** The last commit whose service knows no installations. */
const withoutInstallations = 'a8925e33386c17b6c291063e08791bf29cf7eb7f';

const missing = whyNoTreeBefore(withoutInstallations);
const skipped = missing === undefined ? '' : ` (skipped: ${missing})`;
const phone = { 'x-installation-id': 'installation-of-a-phone' };

for (const engine of allEngines.filter(({ isDistributed }) => !isDistributed)) {
  describe.skipIf(missing !== undefined)(
    `installations beside an earlier tree, ${engine.name}${skipped}`,
    () => {
      let trees: TwoTrees;
      beforeAll(async () => {
        const early = async (alone: ServiceProcess) => {
          await alone.as('ann', 'POST', paths.metadata, set('{"n":0}'));
        };
        trees = await startTwoTrees(engine, {}, early, withoutInstallations);
      }, 60_000);
      afterAll(() => trees?.stop(), 30_000);

      test('are known for a write of before, whatever the other process has written since', async () => {
        const { before, now } = trees;
        const etag = (await now.as('ann', 'GET', paths.metadata)).headers.get('etag') ?? '';
        const headers = { ...phone, 'idempotency-key': 'once', 'if-match': etag };
        const save = () => now.as('ann', 'PATCH', paths.metadata, merge({ n: 1 }, headers));
        expect((await save()).status).toBe(200);
        expect((await before.as('ann', 'PATCH', paths.metadata, merge({ other: true }))).status).toBe(200);
        expect((await before.as('ann', 'POST', paths.metadata, set('{"n":5}'))).status).toBe(200);
        const again = await save();
        expect([again.status, again.body.data.metadata]).toEqual([200, { n: 5 }]);
      });

      test('start sessions that the other process goes on with, and replace none of its own', async () => {
        const { before, now } = trees;
        const start = { ...json({ onActive: 'replaceOwn' }), headers: phone };
        const { sessionId } = (await now.as('bob', 'POST', paths.start, start)).body.data;
        expect((await before.as('bob', 'POST', paths.heartbeat)).body.data.sessionId).toBe(sessionId);
        expect((await before.as('bob', 'POST', paths.start, json({ onActive: 'replace' }))).status).toBe(200);
        expect((await now.as('bob', 'POST', paths.start, start)).status).toBe(400);
        const { data } = (await now.as('bob', 'GET', paths.sessions)).body;
        expect(data.sessions).toMatchObject([{ sessionId, reason: 'replaced', installationId: null }]);
      });
    },
  );
}
