// Requests for statistics over years keep the thread for slices: a player beside several of them is answered in good time. The
// service is a process of its own with the real clock.
import { expect, test } from 'bun:test';
import { paths } from '../../../harness/api.ts';
import { engines } from '../../../harness/engines.ts';
import { startProcess } from '../../../harness/process.ts';
import { testServerKey } from '../../../harness/server-keys.ts';

const callers = 4;
const seconds = 4;
/** The largest answers that the parameters allow. They are as large for a service without players. */
const days = Array.from({ length: 100 }, (_, index) => 1 + 37 * index).join(',');
const routes = [
  (index: number) => `retention?from=2016-01-0${1 + index}&to=2026-02-1${index}&days=${days}`,
  (index: number) =>
    `online/series?from=1999-01-0${1 + index}T00:00:00Z&to=2026-05-0${1 + index}T00:00:00Z&stepSeconds=86400`,
] as const;

for (const engine of engines) {
  test(`a player is served beside ${callers} requests over ten years at a time on ${engine.name}`, async () => {
    const database = await engine.create();
    const environment = { ...database.environment, SERVER_API_KEY: testServerKey };
    const service = await startProcess(
      { ...environment, STATISTICS_TIME_ZONE: 'Europe/Berlin' },
      database.directory,
    );
    const ask = async (path: string, accept: string): Promise<void> => {
      const headers = { accept };
      const answer = await service.call('GET', `/api/server/statistics/${path}`, {
        token: testServerKey,
        headers,
      });
      expect([path, answer.status]).toEqual([path, 200]);
    };
    try {
      expect((await service.as('ann', 'POST', paths.metadata, { body: '{"data":{}}' })).status).toBe(200);
      for (const [number, route] of routes.entries()) {
        // The beginnings of days are known from the first answer on.
        await ask(route(0), 'application/json');
        let isOver = false;
        const asking = Array.from({ length: callers }, async (_, index) => {
          const accept = index % 2 === 0 ? 'application/json' : 'text/csv';
          while (!isOver) await ask(route(index), accept);
        });
        const waits: number[] = [];
        for (const until = performance.now() + seconds * 1000; performance.now() < until; ) {
          const startedAt = performance.now();
          expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(200);
          waits.push(performance.now() - startedAt);
        }
        isOver = true;
        await Promise.all(asking);
        const median = waits.sort((a, b) => a - b)[waits.length >> 1] ?? Number.NaN;
        expect([number, median < 30, `${median} ms`]).toEqual([number, true, `${median} ms`]);
      }
    } finally {
      service.signal('SIGTERM');
      await service.exited;
      await database.remove();
    }
  }, 120_000);
}
