// A database that takes no connections any more: requests are answered 503, and served again afterwards.
import { expect, test } from 'bun:test';
import { paths } from '../../harness/api.ts';
import { postgres } from '../../harness/engines.ts';
import { runOn } from '../../harness/postgres.ts';
import { startService } from '../../harness/service.ts';
import { until } from '../../harness/until.ts';

test('ALLOW_CONNECTIONS false is a 503', async () => {
  const service = await startService({ engine: postgres });
  const url = new URL(service.database.environment.DATABASE_URL ?? '');
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const alter = (what: string) =>
    runOn(url.href, async (sql) => {
      await sql.unsafe(`ALTER DATABASE "${name}" ${what}`);
      await sql.unsafe(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    });
  const save = async () => (await service.as('ann', 'POST', paths.metadata, { body: '{"data":{}}' })).status;
  const read = async () => (await service.as('ann', 'GET', paths.metadata)).status;
  expect(await save()).toBe(200);
  await alter('ALLOW_CONNECTIONS false');
  for (let turn = 0; turn < 4; turn += 1) expect([await save(), await read()]).toEqual([503, 503]);
  await alter('ALLOW_CONNECTIONS true');
  await until(async () => (await save()) === 200 && (await read()) === 200);
  await service.stop();
});
