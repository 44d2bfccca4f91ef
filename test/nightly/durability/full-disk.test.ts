// A full disk: writes are answered 503, reads are answered, no acknowledged write is lost, and writes succeed again without a
// restart once there is space. A start without the space that it needs says so.
import { describe, expect, test } from 'bun:test';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SQL } from 'bun';
import { paths } from '../../harness/api.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { canMount, canMountInNamespace, mountSmallDisk, runInNamespace } from '../../harness/mounts.ts';
import { ownLike, startPostgres } from '../../harness/postgres.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../harness/process.ts';
import { testSecret } from '../../harness/service.ts';

/** Root of a namespace has no user `postgres`, as whom the server would run. */
const isInNamespace = canMount && !readFileSync('/proc/self/uid_map', 'utf8').includes('4294967295');

const spaceBytes = 8 * 1024 * 1024;
const players = Array.from({ length: 8 }, (_, n) => `player ${n}`);
/** Incompressible, so that every save takes space in PostgreSQL too. */
const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(15_000))).toString('base64');
const save = (n: number) => ({ body: `{"data":{"n":${n},"noise":"${noise}","again":${n}}}` });

/** Players who save higher and higher numbers. */
function createSavers() {
  const all = new Map(players.map((player) => [player, { saved: -1, sent: -1 }]));
  /** Saves once. @returns the answer if the save was refused */
  async function saveOnce(service: ServiceProcess, player: string) {
    const told = all.get(player) ?? { saved: 0, sent: 0 };
    told.sent += 1;
    const answer = await service.as(player, 'POST', paths.metadata, save(told.sent));
    if (answer.status !== 200) return answer;
    told.saved = told.sent;
    return undefined;
  }
  return {
    async saveEach(service: ServiceProcess): Promise<void> {
      for (const player of players) expect(await saveOnce(service, player)).toBeUndefined();
    },
    async saveUntilFull(service: ServiceProcess): Promise<void> {
      const untilFull = async (player: string) => {
        for (;;) {
          const refusal = await saveOnce(service, player);
          if (refusal) return refusal;
        }
      };
      for (const { status, text, headers } of await Promise.all(players.map(untilFull))) {
        expect([status, text]).toEqual([503, '{"statusCode":503,"error":{"message":"Service unavailable"}}']);
        expect(headers.get('retry-after')).toBe('1');
      }
    },
    async expectAllThere(service: ServiceProcess): Promise<void> {
      for (const [player, { saved, sent }] of all) {
        const answer = await service.as(player, 'GET', paths.metadata);
        expect(answer.status).toBe(200);
        const { n } = answer.body.data.metadata;
        expect(n).toBeWithin(saved, sent + 1);
        expect(answer.body.data.metadata).toEqual({ n, noise, again: n });
      }
    },
  };
}

describe.skipIf(!canMount)('a full disk', () => {
  test('is 503 for writes, loses no acknowledged write, and has no effect once there is space', async () => {
    const disk = mountSmallDisk(spaceBytes);
    const environment = { DATABASE_URL: `sqlite:${join(disk.directory, 'playkeep.db')}` };
    let service = await startProcess(environment, disk.directory);
    const { saveEach, saveUntilFull, expectAllThere } = createSavers();
    try {
      await saveEach(service);
      expect((await service.as('player 0', 'POST', paths.start)).status).toBe(200);
      for (let round = 0; round < 3; round += 1) {
        disk.fill(round * 300_000);
        await saveUntilFull(service);
        await expectAllThere(service);
        expect((await service.call('GET', '/livez')).status).toBe(200);
        const ready = await service.call('GET', '/readyz');
        expect([ready.status, ready.body.error.detail]).toEqual([
          503,
          'the database takes no writes: its disk is full',
        ]);
        expect((await service.as('player 0', 'GET', paths.session)).status).toBe(200);
        disk.free();
        expect((await service.call('GET', '/readyz')).status).toBe(200);
        await saveEach(service);
        expect((await service.as('player 0', 'POST', paths.heartbeat)).status).toBe(200);
      }
      expect(service.output()).toContain('playkeep.db: its disk is full');
      disk.fill();
      await saveUntilFull(service);
      service.signal('SIGKILL');
      await service.exited;
      disk.free();
      service = await startProcess(environment, disk.directory);
      await expectAllThere(service);
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

  // SQLSTATE 53100. The database lies in a tablespace on a small file system.
  test.skipIf(isInNamespace)(
    'of PostgreSQL is 503 for writes, loses no acknowledged write, and has no effect once there is space',
    async () => {
      const server = await startPostgres();
      const disk = mountSmallDisk(6 * spaceBytes);
      using folder = temporaryDirectory();
      const operator = new SQL(server.url('postgres'), { max: 1 });
      chmodSync(dirname(disk.directory), 0o755);
      ownLike(server.dataDirectory, disk.directory);
      await operator.unsafe(`CREATE TABLESPACE small LOCATION '${disk.directory}'`);
      await operator.unsafe('CREATE DATABASE game TABLESPACE small');
      const service = await startProcess({ DATABASE_URL: server.url('game') }, folder.directory);
      const { saveEach, saveUntilFull, expectAllThere } = createSavers();
      try {
        await saveEach(service);
        disk.fill(300_000);
        await saveUntilFull(service);
        await expectAllThere(service);
        expect(service.output()).toContain('No space left on device');
        disk.free();
        await saveEach(service);
        await server.killAll();
        await server.restart();
        await expectAllThere(service);
      } finally {
        service.signal('SIGKILL');
        await service.exited;
        await operator.close();
        await server.stop();
        disk.remove();
      }
    },
    120_000,
  );
});

if (canMountInNamespace) {
  test('a full disk, where mounting needs a namespace', async () => {
    const { status, output } = await runInNamespace(import.meta.path);
    expect([status, output]).toEqual([0, expect.stringContaining(' 0 fail')]);
  }, 120_000);
}
