// The hostile bodies and tokens against a process of its own: each gets its answer, none a 5xx, the process stays up
// and its memory comes back down.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { challenges, tokenRefusals } from '../../src/auth/refusals.ts';
import { paths } from '../harness/api.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';
import { until } from '../harness/until.ts';
import { hostileBodies } from './bodies.ts';
import { hostileTokens } from './tokens.ts';

const answers = {
  invalid: { statusCode: 400, error: { message: 'Invalid metadata format' } },
  'too large': { statusCode: 413, error: { message: 'Metadata too large' } },
  unauthorized: { statusCode: 401, error: { message: 'Unauthorized' } },
} as const;
const memoryTolerance = 50 * 1024 * 1024;

const { directory, remove } = temporaryDirectory();
let service: ServiceProcess;
beforeAll(async () => {
  service = await startProcess({}, directory);
});
afterAll(async () => {
  service.signal('SIGTERM');
  await service.exited;
  remove();
});

async function sendBodies(playerId: string): Promise<void> {
  for (const hostile of hostileBodies) {
    const before = await service.as(playerId, 'GET', paths.metadata);
    const answer = await service.as(playerId, 'POST', paths.metadata, { body: hostile.body });
    const after = await service.as(playerId, 'GET', paths.metadata);
    if (hostile.expect === 'accepted') {
      expect([hostile.name, answer.status]).toEqual([hostile.name, 200]);
      // The text between the braces that the test itself puts around `data`.
      const sent = /^\s*\{\s*"[^"]+"\s*:\s*(?<data>\{.*\})\s*\}\s*$/s.exec(hostile.body as string)?.groups
        ?.data;
      expect(answer.text.endsWith(`"metadata":${sent}}}`)).toBe(true);
      expect(after.text === answer.text).toBe(true);
    } else {
      expect([hostile.name, answer.status, answer.body]).toEqual([
        hostile.name,
        answers[hostile.expect].statusCode,
        answers[hostile.expect],
      ]);
      expect(after.text === before.text).toBe(true);
    }
  }
}

/** The same bodies as patches: none of them holds an operation, so none may change anything. */
async function sendPatches(playerId: string): Promise<void> {
  const before = await service.as(playerId, 'GET', paths.metadata);
  for (const kind of ['json-patch', 'vnd.playkeep.patch']) {
    const headers = { 'content-type': `application/${kind}+json` };
    for (const { name, body } of hostileBodies) {
      const { status } = await service.as(playerId, 'PATCH', paths.metadata, { body, headers });
      const expected = body === '[]' ? [200] : [400, 413];
      expect([kind, name, status, expected.includes(status)]).toEqual([kind, name, status, true]);
    }
  }
  expect((await service.as(playerId, 'GET', paths.metadata)).text === before.text).toBe(true);
}

async function sendTokens(): Promise<void> {
  for (const { name, authorization, expect: expected } of hostileTokens) {
    const answer = await service.call('GET', paths.metadata, { headers: { authorization } });
    expect([name, answer.status]).toEqual([name, expected === 'accepted' ? 200 : 401]);
    if (expected === 'accepted') continue;
    expect(answer.body).toEqual(answers[expected]);
    // One of the constants, whatever the token contains.
    expect(challenges).toContain(answer.headers.get('www-authenticate') ?? 'none');
    expect(Object.values<string | null>(tokenRefusals)).toContain(answer.headers.get('x-error-detail'));
  }
}

describe('a running service', () => {
  test('gives every hostile body its answer and stores nothing of it', () => sendBodies('ann'), 180_000);
  test('refuses every hostile body as a patch and changes nothing', () => sendPatches('ann'), 180_000);
  test('gives every hostile token its answer', sendTokens, 180_000);

  test.skipIf(process.platform !== 'linux')(
    'stays up, and its memory returns to the level before',
    async () => {
      const memory = () =>
        Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) * 1024;
      const before = memory();
      for (const round of [1, 2, 3]) {
        await sendBodies(`player ${round}`);
        await sendTokens();
      }
      await until(async () => {
        await service.call('GET', '/livez');
        return memory() < before + memoryTolerance;
      });
      expect((await service.call('GET', '/readyz')).status).toBe(200);
      expect(service.output()).not.toMatch(/"level":"(error|fatal)"|ERROR|unexpected/);
    },
    120_000,
  );
});
