// `kill -9` of the service under load: every save that was answered is there at the next start, and the one under way is there in full
// or not at all. Hundreds of kills, of the database too, are in test/nightly/consistency.
import { expect, test } from 'bun:test';
import { paths } from './harness/api.ts';
import { sqlite } from './harness/engines.ts';
import { startProcess } from './harness/process.ts';
import { until } from './harness/until.ts';

const kills = 3;
const players = ['ann', 'bob', 'cleo'] as const;

test(`${kills} kills lose nothing that was acknowledged`, async () => {
  const database = await sqlite.create();
  const answered = new Map<string, number>(players.map((player) => [player, 0]));
  const count = () => answered.values().reduce((sum, n) => sum + n, 0);
  for (let kill = 0; kill <= kills; kill += 1) {
    const service = await startProcess(database.environment, database.directory);
    for (const player of players) {
      const { metadata } = (await service.as(player, 'GET', paths.metadata)).body.data;
      const last = answered.get(player) ?? 0;
      expect([last, last + 1]).toContain(metadata.n ?? 0);
      answered.set(player, metadata.n ?? 0);
    }
    // After the last kill there is only the look.
    const enough = kill < kills ? count() + 50 : 0;
    let isKilled = false;
    const playing = players.map(async (player) => {
      for (let n = (answered.get(player) ?? 0) + 1; ; n += 1) {
        const saved = service.as(player, 'POST', paths.metadata, { body: JSON.stringify({ data: { n } }) });
        const answer = await saved.catch((error: unknown) => (isKilled ? undefined : Promise.reject(error)));
        if (answer === undefined) return;
        expect(answer.status).toBe(200);
        answered.set(player, n);
      }
    });
    await until(() => count() >= enough);
    isKilled = true;
    service.signal('SIGKILL');
    await Promise.all([service.exited, ...playing]);
  }
  await database.remove();
}, 180_000);
