// A full disk: writes are answered 503, reads are answered, no acknowledged write is lost, and writes succeed again without a
// restart once there is space. A start without the space that it needs says so.
import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, paths } from '../../harness/api.ts';
import { canMount, canMountInNamespace, mountSmallDisk, runInNamespace } from '../../harness/mounts.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../harness/process.ts';
import { testSecret } from '../../harness/service.ts';

const players = 8;
const spaceBytes = 8 * 1024 * 1024;
const filler = 'x'.repeat(20_000);
const save = (n: number) => ({ body: `{"data":{"n":${n},"filler":"${filler}","again":${n}}}` });

interface Told {
  saved: number;
  sent: number;
}

function expectRefused(answer: Answer): void {
  expect([answer.status, answer.text]).toEqual([
    503,
    '{"statusCode":503,"error":{"message":"Service unavailable"}}',
  ]);
  expect(answer.headers.get('retry-after')).toBe('1');
}

/** Saves until a save is refused. */
async function saveUntilFull(service: ServiceProcess, playerId: string, told: Told): Promise<void> {
  for (;;) {
    told.sent += 1;
    const answer = await service.as(playerId, 'POST', paths.metadata, save(told.sent));
    if (answer.status !== 200) return expectRefused(answer);
    told.saved = told.sent;
  }
}

async function expectAllThere(service: ServiceProcess, all: ReadonlyMap<string, Told>): Promise<void> {
  for (const [playerId, { saved, sent }] of all) {
    const answer = await service.as(playerId, 'GET', paths.metadata);
    expect(answer.status).toBe(200);
    const { n } = answer.body.data.metadata;
    expect(n).toBeGreaterThanOrEqual(saved);
    expect(n).toBeLessThanOrEqual(sent);
    expect(answer.body.data.metadata).toEqual({ n, filler, again: n });
  }
}

describe.skipIf(!canMount)('a full disk', () => {
  test('is 503 for writes, loses no acknowledged write, and has no effect once there is space', async () => {
    const disk = mountSmallDisk(spaceBytes);
    const environment = { DATABASE_URL: `sqlite:${join(disk.directory, 'playkeep.db')}` };
    let service = await startProcess(environment, disk.directory);
    try {
      const all = new Map<string, Told>();
      for (let n = 0; n < players; n += 1) all.set(`player ${n}`, { saved: 0, sent: 0 });
      for (const [playerId, told] of all) {
        expect((await service.as(playerId, 'POST', paths.metadata, save(0))).status).toBe(200);
        told.saved = 0;
      }
      expect((await service.as('player 0', 'POST', paths.start)).status).toBe(200);
      for (let round = 0; round < 3; round += 1) {
        disk.fill(round * 300_000);
        await Promise.all([...all].map(([playerId, told]) => saveUntilFull(service, playerId, told)));
        await expectAllThere(service, all);
        expect((await service.call('GET', '/livez')).status).toBe(200);
        const ready = await service.call('GET', '/readyz');
        expect([ready.status, ready.body.error.detail]).toEqual([
          503,
          'the database takes no writes: its disk is full',
        ]);
        expect((await service.as('player 0', 'GET', paths.session)).status).toBe(200);
        disk.free();
        expect((await service.call('GET', '/readyz')).status).toBe(200);
        for (const [playerId, told] of all) {
          told.sent += 1;
          const answer = await service.as(playerId, 'POST', paths.metadata, save(told.sent));
          expect(answer.status).toBe(200);
          told.saved = told.sent;
        }
        expect((await service.as('player 0', 'POST', paths.heartbeat)).status).toBe(200);
      }
      expect(service.output()).toContain('playkeep.db: its disk is full');
      disk.fill();
      await Promise.all([...all].map(([playerId, told]) => saveUntilFull(service, playerId, told)));
      service.signal('SIGKILL');
      await service.exited;
      disk.free();
      service = await startProcess(environment, disk.directory);
      await expectAllThere(service, all);
    } finally {
      service.signal('SIGKILL');
      await service.exited;
      disk.remove();
    }
  }, 60_000);

  test('at start ends the service with a sentence and status 1, and a later start with space succeeds', async () => {
    const disk = mountSmallDisk(spaceBytes);
    const path = join(disk.directory, 'playkeep.db');
    const environment = { DATABASE_URL: `sqlite:${path}`, JWT_SECRET: testSecret, PORT: '0' };
    try {
      // Room for the file's first page, and not for the tables.
      for (const leaveBytes of [0, 16_384, 65_536]) {
        disk.fill(leaveBytes);
        const { status, stdout, stderr } = await runProgram(['serve'], environment, disk.directory);
        expect([status, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(/^playkeep: \S+playkeep\.db: its disk (?:is|fails, or is) full \(.*\)\n$/);
      }
      disk.free();
      const service = await startProcess(environment, disk.directory);
      expect((await service.as('ann', 'POST', paths.metadata, save(1))).status).toBe(200);
      service.signal('SIGTERM');
      expect(await service.exited).toBe(0);
      expect(readdirSync(disk.directory)).toEqual(['playkeep.db']);
      disk.fill(8_192);
      const file = join(disk.directory, 'export.jsonl');
      const { status, stderr } = await runProgram(['export', file], environment, disk.directory);
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^playkeep: \S+ .*full|no space left.*\n$/),
      ]);
    } finally {
      disk.remove();
    }
  }, 60_000);
});

if (canMountInNamespace) {
  test('a full disk, where mounting needs a namespace', async () => {
    const { status, output } = await runInNamespace(import.meta.path);
    expect([status, output]).toEqual([0, expect.stringContaining(' 0 fail')]);
  }, 120_000);
}
