// `playkeep healthcheck`: its status is that of the service of these settings.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { runCommand } from '../harness/command.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { freePort } from '../harness/postgres.ts';
import { type Service, startService } from '../harness/service.ts';

const check = (url: string, host: string, directory: string) =>
  runCommand(['healthcheck'], {
    HOST: host,
    PORT: new URL(url).port,
    DATABASE_URL: `sqlite:${join(directory, 'none.db')}`,
    // In production a container needs no key for this command.
    NODE_ENV: 'production',
  });

test.each(['127.0.0.1', '0.0.0.0', 'localhost'])('says that a service on %s is ready', async (host) => {
  using folder = temporaryDirectory();
  const service: Service = await startService();
  const { status, stdout } = await check(service.url, host, folder.directory);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^http:\/\/[\w.]+:\d+\/readyz: ready\n$/)]);
  await service.stop();
});

test('fails where nothing listens, and for a service that is not ready', async () => {
  using folder = temporaryDirectory();
  const nowhere = await check(`http://127.0.0.1:${freePort()}`, '::', folder.directory);
  const noAnswer = expect.stringMatching(/^http:\/\/\[::1\]:\d+\/readyz: no answer\n$/);
  expect([nowhere.status, nowhere.stdout]).toEqual([1, noAnswer]);
  const body = { statusCode: 503, error: { message: 'Service unavailable', detail: 'draining' } };
  using unready = Bun.serve({ port: 0, fetch: () => Response.json(body, { status: 503 }) });
  const { status, stdout } = await check(unready.url.href, '127.0.0.1', folder.directory);
  expect([status, stdout]).toEqual([1, expect.stringMatching(/readyz: 503 .*draining/)]);
});
