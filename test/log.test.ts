// The log: JSON lines in production, and never a token, a secret or a player's data.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { call, paths } from './harness/api.ts';
import { temporaryDirectory } from './harness/engines.ts';
import { freePort } from './harness/postgres.ts';
import { type ServiceProcess, startProcess } from './harness/process.ts';
import { programCommand } from './harness/program.ts';
import { signTestToken, testSecret } from './harness/service.ts';
import { until } from './harness/until.ts';

const { directory, remove } = temporaryDirectory();
let service: ServiceProcess;
let token: string;
let lines: Record<string, unknown>[];

beforeAll(async () => {
  service = await startProcess({ NODE_ENV: 'production', HOST: '127.0.0.1', LOG_LEVEL: 'trace' }, directory);
  token = await signTestToken('ann');
  const headers = { 'x-request-id': 'request-of-ann' };
  await service.call('POST', paths.metadata, { token, headers, body: '{"data":{"diary":"private words"}}' });
  await service.call('GET', paths.metadata, { token: `${token}x` });
  await service.call('POST', paths.metadata, { token, body: '{"data":"private mistake"}' });
  service.signal('SIGTERM');
  await service.exited;
  lines = service
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
});
afterAll(remove);

describe('the log in production', () => {
  test('is one JSON object a line, with a time and a level by name', () => {
    for (const line of lines) {
      expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(line.level).toMatch(/^[a-z]+$/);
    }
    expect(lines.map((line) => line.msg)).toEqual(expect.arrayContaining(['listening', 'stopped']));
  });

  test('has each request, and the reason why one was refused, at level debug', () => {
    const about = { requestId: 'request-of-ann', method: 'POST', path: '/api/game/metadata', status: 200 };
    const refused = { error: 'unauthorized', reason: 'signature verification failed' };
    for (const line of [
      { level: 'debug', msg: 'request', ...about },
      { level: 'debug', msg: 'refused', ...refused },
    ])
      expect(lines).toContainEqual(expect.objectContaining(line));
  });

  test('holds no token, no secret and no data of players', () => {
    const text = service.output();
    const signature = token.split('.')[2] ?? '';
    for (const secret of [token, signature, testSecret, 'private words', 'private mistake', 'diary'])
      expect(text).not.toContain(secret);
  });
});

test.skipIf(!existsSync('/dev/full'))(
  'a log that cannot be written changes no answer',
  async () => {
    const port = freePort();
    const full = Bun.spawn(
      ['bash', '-c', 'exec "$@" > /dev/full 2>&1', 'playkeep', ...programCommand(), 'serve'],
      {
        cwd: join(import.meta.dir, '..'),
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          HOST: '127.0.0.1',
          PORT: String(port),
          LOG_LEVEL: 'debug',
          JWT_SECRET: testSecret,
          DATABASE_URL: `sqlite:${join(directory, 'full.db')}`,
        },
      },
    );
    const url = `http://127.0.0.1:${port}`;
    await until(
      async () => full.exitCode !== null || (await fetch(`${url}/livez`).then(Boolean, () => false)),
    );
    expect((await call(url, 'POST', paths.metadata, { token, body: '{"data":1}' })).status).toBe(400);
    expect((await call(url, 'POST', paths.start, { token })).status).toBe(200);
    full.kill('SIGTERM');
    expect(await full.exited).toBe(0);
  },
  180_000,
);

test('the key set is named without a password or an API key', async () => {
  const url = 'http://user:very-private@127.0.0.1:1/keys?apikey=very-private';
  const other = await startProcess(
    { NODE_ENV: 'production', HOST: '127.0.0.1', JWT_JWKS_URL: url },
    directory,
  );
  await other.call('GET', '/readyz');
  other.signal('SIGTERM');
  await other.exited;
  expect(other.output()).toContain('the key set could not be fetched');
  expect(other.output()).toContain('http://127.0.0.1:1/keys');
  expect(other.output()).not.toContain('very-private');
});

test('outside production the lines are for people, with the reason why a token was refused, and no token', async () => {
  const other = await startProcess({}, directory);
  const signature = (await signTestToken('bob')).split('.')[2] ?? '';
  const forged = (await signTestToken('ann')).replace(/[^.]+$/, signature);
  const late = await signTestToken('ann', { exp: 1 });
  await other.call('GET', paths.metadata);
  for (const refused of [forged, late]) await other.call('GET', paths.metadata, { token: refused });
  await other.as('ann', 'POST', paths.metadata, { body: '[]' });
  other.signal('SIGTERM');
  await other.exited;
  expect(other.output()).toMatch(/INFO: listening/);
  expect(other.output().match(/INFO: refused/g)).toHaveLength(3);
  for (const reason of ['there is no token', 'signature verification failed', 'the claim exp is in the past'])
    expect(other.output()).toContain(reason);
  for (const refused of [forged, late])
    for (const part of refused.split('.')) expect(other.output()).not.toContain(part);
});
