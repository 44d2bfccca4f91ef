// docs/operations/virtual-machine.md, typed block by block in a folder that stands for a machine. Replaced are systemd (units start
// without their sandbox), apt-get, ufw, useradd, certbot, the owners of files, the downloads (they come from this tree), the public name,
// and the ports. PostgreSQL, its dumps, curl, nginx and Caddy are those of the machine of the test.
import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import manifest from '../../../../package.json' with { type: 'json' };
import { proxyPrograms } from '../../processes/restarts/proxy.ts';
import { programsOfDebian } from './debian-postgres.ts';
import { createMachine, type Machine, typed } from './machine.ts';
import { blocksOf, nameOnPage, publicName, titles } from './page.ts';

const lacking = ['bash', 'curl', 'sha256sum', 'tar'].filter((name) => Bun.which(name) === null);
const canType = process.platform === 'linux' && lacking.length === 0;
const hasPostgres = programsOfDebian !== undefined;
const hasSqlite = Bun.which('sqlite3') !== null;
const hasNginx = proxyPrograms[0]?.path !== null && Bun.which('openssl') !== null;

async function metadataOf(url: string, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/game/metadata`, { headers });
  return [answer.status, ((await answer.json()) as { data?: { metadata?: unknown } }).data?.metadata];
}

const saved = [200, { level: 3 }];
const modeOf = (machine: Machine, path: string) => statSync(join(machine.root, path)).mode & 0o777;
const filesIn = (machine: Machine, path: string) => readdirSync(join(machine.root, path)).toSorted();

/** Alerts arrive here. */
function openWebhook() {
  const alerts: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { text, content } = (await request.json()) as Record<string, string>;
      alerts.push(`${text}`);
      return new Response(content === text ? 'ok' : 'bad', { status: content === text ? 200 : 400 });
    },
  });
  return { alerts, url: String(server.url), [Symbol.asyncDispose]: () => server.stop(true) };
}

/** A player who asks all the time. @returns the statuses of all answers, at the end */
function startAsking(url: string, token: string) {
  const statuses = new Set<number>();
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const headers = { authorization: `Bearer ${token}` };
      statuses.add((await fetch(`${url}/api/game/metadata`, { headers })).status);
      await Bun.sleep(10);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return [...statuses];
  };
}

async function install(machine: Machine): Promise<void> {
  await machine.typeSection('1.');
  expect(machine.calls).toEqual([
    'apt-get update',
    'apt-get install --yes ca-certificates curl postgresql caddy ufw unattended-upgrades',
    'ufw default deny incoming',
    ...['ufw allow 22/tcp', 'ufw allow 80/tcp', 'ufw allow 443', 'ufw --force enable'],
  ]);
  expect(await machine.typeSection('2.')).toContain(manifest.version);
}

async function listensOnThisMachineAlone({ ports }: Machine): Promise<void> {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (const { address } of addresses.filter(({ internal, family }) => !internal && family === 'IPv4')) {
    await expect(fetch(`http://${address}:${ports[0]}/livez`)).rejects.toThrow();
  }
  for (const port of ports) expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
}

const both = 'playkeep@8080 playkeep@8081';

/** The calls that would have changed a real machine, after the installation of the packages. */
const changes = (root: string): string[] => [
  `useradd --system --home-dir ${root}/var/lib/playkeep --shell /usr/sbin/nologin playkeep`,
  `install -m 640 -g playkeep /dev/null ${root}/etc/playkeep.env`,
  ...['systemctl daemon-reload', `systemctl enable --now ${both}`, 'systemctl reload caddy'],
  `install -d -m 700 -o playkeep -g playkeep ${root}/var/backups/playkeep`,
  ...['systemctl daemon-reload', 'systemctl enable --now playkeep-backup.timer'],
  ...['systemctl start playkeep-backup.service', 'systemctl restart systemd-journald'],
  `install -m 600 /dev/null ${root}/etc/playkeep-alert.env`,
  ...['systemctl daemon-reload', 'systemctl enable --now playkeep-check.timer'],
  ...['systemctl start playkeep-check.service', 'systemctl start playkeep-alert@test'],
  ...['systemctl restart playkeep@8080', 'systemctl restart playkeep@8081'],
  ...['systemctl start playkeep-backup.service', 'systemctl restart playkeep@8080'],
  ...['systemctl restart playkeep@8081', `systemctl stop ${both}`, `systemctl start ${both}`],
];

/** Calls of `install` that only copy files leave no trace in the list above. */
const isChange = (call: string): boolean =>
  /^(?:useradd|systemctl) /.test(call) || /^install (?:-d )?-m (?:640|600|700) /.test(call);

describe('the page', () => {
  test('has the version of this tree', () => {
    expect(blocksOf('1.')[0]?.text).toBe(`NAME=${nameOnPage}\nVERSION=${manifest.version}`);
  });
});

describe.skipIf(!canType)('the lines of the page', () => {
  test.skipIf(!hasPostgres).concurrent(
    'make a service on PostgreSQL that keeps a save over an upgrade, a rollback and a restore',
    async () => {
      await using webhook = openWebhook();
      await using machine = await createMachine();
      await install(machine);
      await machine.typeSection('3.');
      expect(modeOf(machine, 'etc/playkeep.env')).toBe(0o640);
      await machine.typeSection('4.');
      await listensOnThisMachineAlone(machine);

      const printed = await machine.typeSection('5.');
      expect(readFileSync(join(machine.root, 'etc/caddy/Caddyfile'), 'utf8')).toStartWith(`${publicName} {`);
      const url = machine.proxy?.url ?? `http://127.0.0.1:${machine.ports[0]}`;
      const key = printed.trim().split('\n').at(-1) ?? '';
      const me = await fetch(`${url}/api/server/me`, { headers: { authorization: `Bearer ${key}` } });
      expect([me.status, await me.json()]).toMatchObject([200, { data: { name: 'me' } }]);
      expect((await fetch(`${url}/console`)).status).toBe(200);
      if (machine.proxy) expect((await fetch(`${url}/metrics`)).status).toBe(404);
      const token = (await machine.type('echo "$TOKEN"')).trim();
      expect(await metadataOf(url, token)).toEqual(saved);

      await machine.typeSection('6.', 'install -d');
      const [dump = '', ...others] = filesIn(machine, 'var/backups/playkeep');
      expect([dump, others]).toEqual([expect.stringMatching(/^playkeep-[\dTZ-]+\.dump$/), []]);
      expect(modeOf(machine, `var/backups/playkeep/${dump}`)).toBe(0o600);
      expect(await machine.typeSection('6.', 'playkeep-restore')).toContain('playkeep_check: restored from');
      await machine.typeSection('7.');
      expect(filesIn(machine, 'etc/systemd/journald.conf.d')).toEqual(['playkeep.conf']);

      const [alertBlock] = blocksOf('8.');
      await machine.type(alertBlock?.text.replace('ALERT_URL=', `ALERT_URL=${webhook.url}`) ?? '');
      typed.add(alertBlock?.text ?? '');
      expect(webhook.alerts).toEqual([]);
      await machine.type('systemctl start playkeep-alert@test');
      expect(webhook.alerts).toEqual([expect.stringContaining('test has failed on')]);

      await machine.typeSection('Prometheus');
      for (const port of machine.metricsPorts) {
        const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
        expect([metrics.status, await metrics.text()]).toEqual([
          200,
          expect.stringContaining('playkeep_build_info'),
        ]);
      }

      const stopAsking = startAsking(url, token);
      await machine.typeSection('Upgrade', 'playkeep-backup');
      await machine.typeSection('2.', 'releases/download');
      await machine.typeSection('Upgrade', 'for PORT');
      if (machine.proxy) expect(await stopAsking()).toEqual([200]);
      else await stopAsking();
      expect(await metadataOf(url, token)).toEqual(saved);
      expect(filesIn(machine, 'usr/local/bin')).toEqual(['playkeep', 'playkeep.before']);
      await machine.typeSection('Upgrade', 'mv ');
      expect(filesIn(machine, 'usr/local/bin')).toEqual(['playkeep']);

      await machine.type(
        `curl -fsS -X DELETE https://${publicName}/api/game/metadata -H "Authorization: Bearer $TOKEN"`,
      );
      expect(await metadataOf(url, token)).not.toEqual(saved);
      await machine.typeSection('Restore');
      expect(await metadataOf(url, token)).toEqual(saved);

      expect(machine.calls.filter(isChange)).toEqual(changes(machine.root));

      await machine.proxy?.[Symbol.asyncDispose]();
      await machine.units.kill();
      await expect(machine.type('systemctl start playkeep-check')).rejects.toThrow();
      expect(webhook.alerts.at(-1)).toContain('playkeep-check.service has failed on');
    },
    300_000,
  );

  test.concurrent('refuse a download that is broken, and keep the program of before', async () => {
    await using machine = await createMachine();
    await machine.typeSection('1.', 'NAME=');
    await machine.typeSection('2.', 'releases/download');
    const path = join(machine.root, 'usr/local/bin/playkeep');
    const before = readFileSync(path);
    const [, block] = [...blocksOf('2.')].reverse();
    const broken = block?.text.replace('sha256sum', 'echo >> "$PROGRAM"\nsha256sum') ?? '';
    expect(await machine.type(broken)).toContain(`${manifest.version}`);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(existsSync(`${path}.before`)).toBe(false);
  });
});

describe.skipIf(!canType)('the lines for SQLite', () => {
  test.skipIf(!hasSqlite).concurrent(
    'back up and restore, and an address behind a proxy is limited, however it calls itself',
    async () => {
      await using machine = await createMachine();
      await machine.typeSection('1.', 'NAME=');
      await machine.typeSection('2.');
      const [, settings] = blocksOf('3.');
      const [line] = blocksOf('SQLite');
      await machine.type(
        (settings?.text ?? '')
          .replace(/^DATABASE_URL=.*$/m, line?.text ?? '')
          .replace(/^END$/m, 'UNAUTHENTICATED_LIMIT_PER_MINUTE=5\nEND'),
      );
      await machine.typeSection('4.');
      const url = `http://127.0.0.1:${machine.ports[1]}`;
      await machine.typeSection('5.', 'TOKEN=');
      const token = (await machine.type('echo "$TOKEN"')).trim();
      await machine.typeSection('6.', 'install -d');
      expect(filesIn(machine, 'var/backups/playkeep')).toEqual([
        expect.stringMatching(/^playkeep-[\dTZ-]+\.db$/),
      ]);
      expect(modeOf(machine, 'var/lib/playkeep/playkeep.db')).toBe(0o600);
      await fetch(`${url}/api/game/metadata`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      });
      await machine.typeSection('SQLite', 'BACKUP=');
      expect(await metadataOf(url, token)).toEqual(saved);

      for (const [which, program] of proxyPrograms.entries()) {
        if (program.path === null) continue;
        const port = machine.ports[which] ?? 0;
        await using proxy = await program.start([port, port]);
        const statuses: number[] = [];
        for (let n = 1; n <= 8; n += 1) {
          const headers = {
            authorization: `Bearer ${n}`,
            'x-forwarded-for': `203.0.113.${n}, 198.51.100.${n}`,
          };
          statuses.push((await fetch(`${proxy.url}/api/game/metadata`, { headers })).status);
        }
        expect([program.name, statuses[0], statuses.at(-1)]).toEqual([program.name, 401, 429]);
      }
    },
    300_000,
  );
});

describe.skipIf(!canType || !hasNginx)('the lines for nginx', () => {
  test.concurrent('are a configuration that nginx accepts', async () => {
    await using machine = await createMachine();
    await machine.typeSection('1.', 'NAME=');
    await machine.type('apt-get install --yes nginx certbot');
    await machine.typeSection('2.', 'SOURCE=');
    await machine.typeSection('nginx');
    const site = readFileSync(join(machine.root, 'etc/nginx/sites-enabled/playkeep.conf'), 'utf8');
    expect(site).toContain(`/etc/letsencrypt/live/${publicName}/fullchain.pem;`);
    expect(site).toContain(`/etc/letsencrypt/live/${publicName}/privkey.pem;`);
    expect(site).toContain(`server_name ${publicName};`);
  });
});

const couldTypeAll = canType && hasPostgres && hasSqlite && hasNginx;

test.skipIf(!couldTypeAll)('no block of the page was left out', () => {
  const blocks = titles.flatMap(blocksOf).filter(({ language }) => language === 'sh');
  expect(blocks.length).toBeGreaterThan(20);
  expect(blocks.map(({ text }) => text).filter((text) => !typed.has(text))).toEqual([]);
});
