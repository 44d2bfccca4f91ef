// The sign-in link of the console that `playkeep serve` prints: where it is printed, for how long it works, what its key may do,
// and from where it is refused.
import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { consoleDirectory } from '../../src/console/files.ts';
import { createSignInLinks } from '../../src/console/sign-in-links.ts';
import { keyDigest } from '../../src/lib/key-text.ts';
import { scopes } from '../../src/store/ports/keys.ts';
import { call } from '../harness/api.ts';
import { manualClock } from '../harness/clock.ts';
import { fromConsole, headersOfSession } from '../harness/console-session.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { startService } from '../harness/service.ts';
import { until } from '../harness/until.ts';

const { directory, remove } = temporaryDirectory();
let running: ServiceProcess[] = [];
afterEach(async () => {
  for (const process of running) process.signal('SIGKILL');
  await Promise.all(running.map(({ exited }) => exited));
  running = [];
});
afterAll(remove);

const onTerminal = [process.execPath, '--no-env-file', join(import.meta.dir, '../harness/on-terminal.ts')];
async function start(
  environment: Record<string, string> = {},
  under: readonly string[] = onTerminal,
): Promise<ServiceProcess> {
  const process = await startProcess(environment, directory, { under });
  running.push(process);
  return process;
}

/** Waits until the text after the address is printed too. */
async function outputOf(process: ServiceProcess): Promise<string> {
  await until(() => /Console {4}[^\n]*\n[\s\S]*\n/.test(process.output()));
  return process.output();
}

async function linkOf(process: ServiceProcess): Promise<string> {
  return /Console {4}(\S+#token=\S+)/.exec(await outputOf(process))?.[1] ?? '';
}

const tokenOf = (link: string): string => new URL(link).hash.slice('#token='.length);
const redeem = (url: string, token: string, headers: Record<string, string> = {}) =>
  call(url, 'POST', '/console/session/link', {
    body: JSON.stringify({ token }),
    headers: { ...fromConsole, ...headers },
  });

/** `npm ci` builds the console. A checkout without it prints no link. */
const isBuilt = existsSync(join(consoleDirectory, 'index.html'));

describe.skipIf(!isBuilt)('the link of a service on loopback', () => {
  test('opens the console once, for a key with every scope that the audit calls "sign-in link"', async () => {
    const service = await start();
    const link = await linkOf(service);
    expect(link).toStartWith(`${service.url}/console/sign-in#token=`);
    const answer = await redeem(service.url, tokenOf(link));
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ name: 'sign-in link', scopes: [...scopes] });
    expect((await redeem(service.url, tokenOf(link))).status).toBe(401);
    const headers = headersOfSession(answer);
    const body = '{"playerId":"ann"}';
    expect((await service.call('POST', '/api/server/players', { headers, body })).status).toBe(200);
    const { body: audit } = await service.call('GET', '/api/server/audit', { headers });
    const { keyId } = answer.body.data;
    expect(audit.data.entries[0]).toMatchObject({
      action: 'player.register',
      keyId,
      keyName: 'sign-in link',
    });
    const filter = `/api/server/audit?keyId=${keyId}`;
    expect((await service.call('GET', filter, { headers })).body.data.entries).toHaveLength(1);
  }, 180_000);

  test('ends with its process, together with the sessions that it began', async () => {
    const first = await start();
    const link = await linkOf(first);
    const headers = headersOfSession(await redeem(first.url, tokenOf(link)));
    expect((await first.call('GET', '/api/server/me', { headers })).status).toBe(200);
    first.signal('SIGTERM');
    await first.exited;
    const second = await start();
    expect((await second.call('GET', '/api/server/me', { headers })).status).toBe(401);
    expect((await redeem(second.url, tokenOf(link))).status).toBe(401);
    expect(await linkOf(second)).not.toBe('');
  }, 180_000);

  test('is printed with a development secret and with a configured one, beside a way to sign in later', async () => {
    for (const JWT_SECRET of ['', 'a secret of the test: 5f2b9c/1e7d8a and more']) {
      const output = await outputOf(await start({ JWT_SECRET }));
      expect(output).toContain('#token=');
      expect(output).toContain('playkeep key create me --scope all');
    }
  }, 180_000);
});

describe('no link', () => {
  test('is printed in production, nor a word of the console', async () => {
    const service = await start({ NODE_ENV: 'production', HOST: '127.0.0.1' });
    await service.call('GET', '/livez');
    service.signal('SIGTERM');
    await service.exited;
    expect(service.output()).not.toMatch(/token|Console/);
    for (const line of service.output().trimEnd().split('\n')) JSON.parse(line);
  }, 180_000);

  test('is printed where the output is no terminal, such as a log that others read', async () => {
    const output = await outputOf(await start({}, []));
    expect(output).not.toContain('#token=');
    expect(output).toContain('/console, with a key of: npx playkeep key create me --scope all');
  }, 180_000);

  test('is printed by a service that other machines may reach', async () => {
    expect(await outputOf(await start({ HOST: '0.0.0.0' }))).not.toContain('#token=');
  }, 180_000);
});

test('a link is refused to callers on other machines, behind a proxy or with another host name, and stays good', async () => {
  const clock = manualClock();
  const signInLinks = createSignInLinks(clock);
  const environment = { SERVER_API_KEY: testServerKey, HOST: '0.0.0.0' };
  const service = await startService({ clock, signInLinks, environment });
  try {
    const { port } = new URL(service.url);
    const local = `http://127.0.0.1:${port}`;
    const token = signInLinks.issue(keyDigest(testServerKey));
    const elsewhere = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
    const attempts = [
      redeem(local, token, { 'x-forwarded-for': '192.0.2.1' }),
      redeem(local, token, { forwarded: 'for=192.0.2.1' }),
      redeem(local, token, { host: `rebound.example:${port}` }),
      ...(elsewhere === undefined ? [] : [redeem(`http://${elsewhere}:${port}`, token)]),
    ];
    for (const { status, body, headers } of await Promise.all(attempts)) {
      expect([status, body.error.detail, headers.get('set-cookie')]).toEqual([
        403,
        'a sign-in link works on the machine of the service alone, and through no proxy',
        null,
      ]);
    }
    expect((await redeem(local, token)).status).toBe(200);
  } finally {
    await service.stop();
  }
});
