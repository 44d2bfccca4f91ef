// What the service writes about itself: JSON lines in production, and never a token, a secret or a player's data.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { paths } from './harness/api.ts';
import { temporaryDirectory } from './harness/engines.ts';
import { type ServiceProcess, startProcess } from './harness/process.ts';
import { signTestToken, testSecret } from './harness/service.ts';

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

  test('tells each request with its id, method, path and status at level debug', () => {
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'debug',
        msg: 'request',
        requestId: 'request-of-ann',
        method: 'POST',
        path: '/api/game/metadata',
        status: 200,
      }),
    );
  });

  test('tells why a request was refused', () => {
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'refused',
        error: 'unauthorized',
        reason: 'signature verification failed',
      }),
    );
  });

  test('holds no token, no secret and nothing that players store', () => {
    const text = service.output();
    for (const secret of [
      token,
      token.split('.')[2] ?? '',
      testSecret,
      'private words',
      'private mistake',
      'diary',
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});

test('outside production the lines are for people', async () => {
  const other = await startProcess({}, directory);
  other.signal('SIGTERM');
  await other.exited;
  expect(other.output()).toMatch(/INFO: listening/);
});
