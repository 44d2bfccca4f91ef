// Restarts of processes one after the other while players play on persistent connections, also behind nginx and Caddy, with the
// configurations of docs/operations/install.md: no request is lost, and none is sent twice.
import { describe, expect, test } from 'bun:test';
import { createDevice } from '../../../../client/test/devices.ts';
import { paths } from '../../../harness/api.ts';
import { engines, type TestEngine } from '../../../harness/engines.ts';
import { amount } from '../../../harness/nightly.ts';
import { signTestToken } from '../../../harness/service.ts';
import { type Pair, restartInTurns, startPair } from './pair.ts';
import { startPlaying } from './players.ts';
import { proxyPrograms } from './proxy.ts';

const requests = amount(2_000, 20_000);
const restarts = amount(2, 20);
const timeoutMilliseconds = amount(300_000, 600_000);
const restartsLoseNothing = `${restarts} restarts lose none of ${requests} requests`;

async function restartBelow(pair: Pair, urls: readonly string[]): Promise<void> {
  const { played, stop } = startPlaying(urls);
  const statuses = await restartInTurns(pair, restarts, () => played.requests >= requests);
  await stop();
  expect(played.failures).toEqual([]);
  expect(new Set(statuses)).toEqual(new Set([0]));
}

for (const engine of engines) {
  test.concurrent(
    `on ${engine.name} ${restartsLoseNothing}`,
    async () => {
      await using pair = await startPair(engine);
      await restartBelow(
        pair,
        pair.ports.map((port) => `http://127.0.0.1:${port}`),
      );
    },
    timeoutMilliseconds,
  );
}

for (const program of proxyPrograms) {
  describe.skipIf(program.path === null)(`behind ${program.name} (Debian package ${program.name})`, () => {
    test.concurrent(
      restartsLoseNothing,
      async () => {
        await using pair = await startPair(engines[0] as TestEngine);
        await using proxy = await program.start(pair.ports);
        await restartBelow(pair, [proxy.url]);
      },
      timeoutMilliseconds,
    );

    test.concurrent('a body that is too large gets 413, and one of the maximum size is stored', async () => {
      await using pair = await startPair(engines[0] as TestEngine);
      await using proxy = await program.start(pair.ports);
      const headers = { authorization: `Bearer ${await signTestToken('ann')}` };
      const save = async (bytes: number) => {
        const body = JSON.stringify({ data: { x: 'x'.repeat(bytes) } });
        const answer = await fetch(proxy.url + paths.metadata, { method: 'POST', headers, body });
        await answer.text();
        return answer.status;
      };
      expect([await save(1_500_000), await save(1_048_000)]).toEqual([413, 200]);
      expect((await fetch(`${proxy.url}/metrics`)).status).toBe(404);
    }, 300_000);

    test.concurrent('compression changes no entity tag that a save depends on', async () => {
      await using pair = await startPair(engines[0] as TestEngine);
      await using proxy = await program.start(pair.ports, true);
      const headers = { authorization: `Bearer ${await signTestToken('eve')}`, 'accept-encoding': 'gzip' };
      const ask = (path: string, init?: RequestInit) => fetch(proxy.url + path, { ...init, headers });
      // The proxy does compress: an answer without a tag.
      expect((await ask('/openapi.json')).headers.get('content-encoding')).toBe('gzip');
      const save = await createDevice(proxy.url, 'eve').openSave({ initial: { gold: 0 } });
      for (let count = 0; count < 3; count += 1) {
        await save.increment('/gold', 1);
        await save.flush();
      }
      expect(save.data).toEqual({ gold: 3 });
      await save.close();
      const answer = await ask(paths.metadata);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache, no-transform');
      const etag = answer.headers.get('etag') ?? '';
      const record = await createDevice(proxy.url, 'eve').metadata.get();
      expect([record.etag, etag.replace(/^W\//, '')]).toEqual([record.etag, record.etag]);
    }, 300_000);
  });
}
