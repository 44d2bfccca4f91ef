// A PostgreSQL whose disk is full (SQLSTATE 53100): writes are answered 503, reads are answered, no acknowledged write is lost,
// and writes succeed again once there is space. The database lies in a tablespace on a small file system.
import { expect, test } from 'bun:test';
import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { SQL } from 'bun';
import { paths } from '../../harness/api.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { canMount, mountSmallDisk } from '../../harness/mounts.ts';
import { ownLike, startPostgres } from '../../harness/postgres.ts';
import { startProcess } from '../../harness/process.ts';

const diskBytes = 48 * 1024 * 1024;
const players = 4;
/** Incompressible, so that every save takes space. */
const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(45_000))).toString('base64');
const save = (n: number) => ({ body: `{"data":{"n":${n},"noise":"${noise}","again":${n}}}` });

test.skipIf(!canMount)(
  'a full disk of PostgreSQL is 503 for writes, loses no acknowledged write, and has no effect once there is space',
  async () => {
    const server = await startPostgres();
    const disk = mountSmallDisk(diskBytes);
    const { directory, remove } = temporaryDirectory();
    const operator = new SQL(server.url('postgres'), { max: 1 });
    chmodSync(dirname(disk.directory), 0o755);
    ownLike(server.dataDirectory, disk.directory);
    await operator.unsafe(`CREATE TABLESPACE small LOCATION '${disk.directory}'`);
    await operator.unsafe('CREATE DATABASE game TABLESPACE small');
    const service = await startProcess({ DATABASE_URL: server.url('game') }, directory);
    try {
      const saved = Array.from({ length: players }, () => 0);
      const saveAs = (player: number) =>
        service.as(`player ${player}`, 'POST', paths.metadata, save((saved[player] ?? 0) + 1));
      for (let player = 0; player < players; player += 1) {
        expect((await saveAs(player)).status).toBe(200);
        saved[player] = 1;
      }
      disk.fill(300_000);
      const untilFull = saved.map(async (_, player) => {
        for (;;) {
          const answer = await saveAs(player);
          if (answer.status === 200) saved[player] = (saved[player] ?? 0) + 1;
          else return answer;
        }
      });
      for (const answer of await Promise.all(untilFull)) {
        expect([answer.text, answer.headers.get('retry-after')]).toEqual([
          '{"statusCode":503,"error":{"message":"Service unavailable"}}',
          '1',
        ]);
      }
      const expectSaved = async () => {
        for (const [player, n] of saved.entries()) {
          const { metadata } = (await service.as(`player ${player}`, 'GET', paths.metadata)).body.data;
          expect(metadata).toEqual({ n, noise, again: n });
        }
      };
      await expectSaved();
      expect(service.output()).toContain('No space left on device');
      disk.free();
      for (let player = 0; player < players; player += 1) {
        expect((await saveAs(player)).status).toBe(200);
        saved[player] = (saved[player] ?? 0) + 1;
      }
      await server.killAll();
      await server.restart();
      await expectSaved();
    } finally {
      service.signal('SIGKILL');
      await service.exited;
      await operator.close();
      await server.stop();
      disk.remove();
      remove();
    }
  },
  120_000,
);
