// DATABASE_URL as libpq reads it: several servers, of which one takes writes, and the folder of a Unix socket.
import { describe, expect, test } from 'bun:test';
import { paths } from '../../harness/api.ts';
import { runCommand } from '../../harness/command.ts';
import { postgres } from '../../harness/engines.ts';
import { freePort, runOn } from '../../harness/postgres.ts';
import { startService } from '../../harness/service.ts';

type Change = (url: URL) => string | Promise<string>;

const rows: readonly (readonly [what: string, change: Change])[] = [
  [
    'two hosts, of which one is down',
    (url) =>
      url.href
        .replace(url.host, `127.0.0.1:${freePort()},${url.host}`)
        .concat('?target_session_attrs=read-write'),
  ],
  [
    'the folder of a socket, without a host',
    async (url) => {
      const folder = await runOn(url.href, async (sql) => (await sql`SHOW unix_socket_directories`)[0]);
      return `${url.href.replace(url.host, '')}?host=${folder.unix_socket_directories}&port=${url.port}`;
    },
  ],
];

describe.each(rows)('with %s', (_what, change) => {
  test('the service and its commands run', async () => {
    const database = await postgres.create();
    const url = await change(new URL(database.environment.DATABASE_URL ?? ''));
    const environment = { ...database.environment, DATABASE_URL: url };
    const service = await startService({
      engine: { ...postgres, create: async () => ({ ...database, environment }) },
    });
    expect((await service.as('ann', 'POST', paths.metadata, { body: '{"data":{"n":1}}' })).status).toBe(200);
    const doctor = await runCommand(['doctor'], environment);
    expect(doctor.stdout + doctor.stderr).toContain('1 players examined');
    const exported = await runCommand(['export'], environment);
    expect(exported.stdout).toContain('"playerId":"ann"');
    await service.stop();
  });
});
