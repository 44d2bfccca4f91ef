// Export and import on the command line: every row is exact, from either engine into either, and an interrupted import can be run
// again. A file that is no export, or would mix two databases, is refused.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../../../src/store/ports/store.ts';
import { manualClock } from '../../../harness/clock.ts';
import { runCommand } from '../../../harness/command.ts';
import {
  allEngines,
  sqlite,
  type TestDatabase,
  type TestEngine,
  temporaryDirectory,
} from '../../../harness/engines.ts';
import { expectImportEntry, exportedRecords } from '../../../harness/exports.ts';
import { runProgram } from '../../../harness/process.ts';
import { rawDatabase } from '../../../harness/raw-database.ts';
import { openStoreOn } from '../../../harness/store.ts';

const texts = [
  '{ "n":1.0,"big":12345678901234567890,\n"s":"\\u0000\\ud800 🎮 \u2028","__proto__":{"a":[]}}',
  '{}',
  `{"long":"${'é'.repeat(20_000)}"}`,
];

const author = { keyId: '01a1fb57-a392-71cf-b279-7fe125c02aaa', keyName: 'backend', requestId: 'r-1' };

/** Writes of a server, each with its entry; the newest state of some players is the server's, and all of them keep one. */
async function serve({ metadata, audit }: Store, ids: readonly number[]): Promise<void> {
  for (const [n, id] of ids.entries()) {
    const audited = { author, action: 'metadata.set', detail: { n } } as const;
    await metadata.edit(id, () => ({ answer: null, text: `{"granted":${n}}` }), { by: 'server', audited });
    if (n % 2 === 0) await metadata.save(id, texts[n % texts.length] ?? '{}');
  }
  await audit.record({ author: { ...author, requestId: null }, action: 'player.export' }, ids[0] ?? null);
  await audit.record({ author: { ...author, keyId: 'environment' }, action: 'key.create' }, null);
}

/** More players than a page holds, with records of every kind. */
async function fill(database: TestDatabase): Promise<void> {
  const clock = manualClock();
  const store = await openStoreOn(database.environment, clock);
  const names = Array.from({ length: 450 }, (_, n) => `player ${n}`);
  names.push('__proto__', '🎮', "o'hara", '"quoted"', '\\back\\slash', '{1,2}', 'NULL', ' a ');
  const ids = (await Promise.all(names.map((name) => store.players.register(name)))).map(Number);
  await Promise.all(ids.map((id, n) => store.metadata.save(id, texts[n % texts.length] ?? '{}')));
  const installationWrite = { id: 'phone-1', installation: 'a0'.repeat(16), write: 'b1'.repeat(16) };
  const remove = (id: number) =>
    store.metadata.edit(id, () => ({ answer: null, text: null }), { installationWrite });
  await Promise.all(ids.slice(0, 50).map(remove));
  for (let round = 0; round < 2; round += 1) {
    const more = round === 0 ? {} : { installationId: 'installation-of-a-phone' };
    await Promise.all(ids.slice(0, 300).map((id) => store.sessions.start(id, Bun.randomUUIDv7(), more)));
    clock.advance(1_000);
    await Promise.all(ids.slice(0, 250).map((id) => store.sessions.end(id, 'stopped')));
    clock.advance(1_000);
  }
  await serve(store, ids.slice(0, 220));
  for (const name of [names.at(-1) ?? '', 'player 3', 'player 299']) await store.players.erase(name);
  await store.close();
  const tables = rawDatabase(database.environment);
  await tables.run(
    `UPDATE metadata SET suspended_until = 253402300799999, suspension_reason = 'he said "no", 🎮', last_seen_at = 5
     WHERE sequential_id IN (5, 6)`,
  );
  await tables.run('UPDATE metadata SET suspended_until = 9 WHERE sequential_id = 7');
  await tables.close();
}

const exportFrom = (database: TestDatabase, path: string) =>
  runCommand(['export', path], database.environment);
const importInto = (database: TestDatabase, path: string) =>
  runCommand(['import', path], database.environment);

for (const from of allEngines) {
  describe(`export from ${from.name}`, () => {
    let source: TestDatabase;
    let file: string;
    beforeAll(async () => {
      source = await from.create();
      file = join(source.directory, 'export.jsonl');
      await fill(source);
      const { environment, directory } = source;
      expect((await runProgram(['export', file], environment, directory)).stderr).toBe('');
    }, 180_000);
    afterAll(() => source.remove());

    describe.each(allEngines.map((to) => [to.name, to] as [string, TestEngine]))(
      'import into %s',
      (_name, to) => {
        let target: TestDatabase;
        beforeEach(async () => {
          target = await to.create({ migrated: to.isDistributed });
        });
        afterEach(() => target.remove());

        test('brings every row, exact, and gives ids after those of the source', async () => {
          const { environment, directory } = target;
          const imported = await runProgram(['import', file], environment, directory);
          expect([imported.status, imported.stderr]).toEqual([0, '']);
          expect(imported.stdout).toContain('records imported');
          const back = join(directory, 'back.jsonl');
          await exportFrom(target, back);
          const { records, imports } = exportedRecords(back);
          expect(records.toSorted()).toEqual(exportedRecords(file).records.toSorted());
          expectImportEntry(imports, { records: records.length, added: records.length });
          for (const text of texts)
            expect(readFileSync(back, 'utf8')).toContain(JSON.stringify(text).slice(1, -1));

          const store = await openStoreOn(environment, manualClock());
          expect(await store.players.find('player 3')).toBe('erased');
          expect(await store.players.register('newcomer')).toBe(459);
          await store.close();
        }, 180_000);

        test('can be run again after an incomplete run, and after a complete one', async () => {
          const whole = readFileSync(file, 'utf8');
          const cut = join(target.directory, 'cut.jsonl');
          writeFileSync(cut, whole.slice(0, whole.length / 2));
          const first = await importInto(target, cut);
          expect(first.status).toBe(1);
          expect(first.stderr).toMatch(/line \d+: is no record|ends early/);
          const back = join(target.directory, 'back.jsonl');
          for (let again = 0; again < 2; again += 1) {
            expect((await importInto(target, file)).status).toBe(0);
            await exportFrom(target, back);
            const { records, imports } = exportedRecords(back);
            expect(records.toSorted()).toEqual(exportedRecords(file).records.toSorted());
            // The incomplete import and the one after it added something, the last one did not.
            const [whole, cut] = imports.map(({ detail }) => JSON.parse(String(detail)));
            expect(imports).toHaveLength(2);
            expect(whole.added + cut.added).toBe(records.length);
            expect([whole.records, cut.records].toSorted((a, b) => b - a)[0]).toBe(records.length);
          }
        }, 180_000);
      },
    );
  });
}

test('export and player commands report a missing database file and make none', async () => {
  const { directory, remove } = temporaryDirectory();
  const path = join(directory, 'folder', 'typo.db');
  const environment = { DATABASE_URL: `sqlite:${path}` };
  const told = `playkeep: there is no database at ${path}; set DATABASE_URL as the service has it\n`;
  for (const args of [['export', 'backup.jsonl'], ['export'], ['player', 'erase', 'ann']]) {
    expect(await runProgram(args, environment, directory)).toEqual({ status: 1, stdout: '', stderr: told });
  }
  expect(readdirSync(directory)).toEqual([]);
  remove();
});

const header = '{"type":"playkeep-export","version":1,"lastSequentialId":5}';
const player = (id: number, name: string, text = '{}') =>
  JSON.stringify({
    type: 'player',
    sequentialId: id,
    playerId: name,
    registeredAt: 1,
    metadataVersion: 1,
    metadataText: text,
  });
const playing = (id: number) =>
  JSON.stringify({
    type: 'active-session',
    sequentialId: id,
    sessionId: '01a1fb57-a392-71cf-b279-7fe125c02a03',
    startedAt: 1,
    lastActivity: 2,
  });
const end = (records: number) => JSON.stringify({ type: 'end', records });

let database: TestDatabase;
const remove = () => database.remove();
const importLines = (...lines: string[]) => {
  const file = join(database.directory, 'lines.jsonl');
  writeFileSync(file, lines.join('\n'));
  return importInto(database, file);
};

describe('an import, on its way to either engine,', () => {
  beforeEach(async () => {
    database = await sqlite.create();
  });
  afterEach(remove);

  test.each([
    ['nothing', [], 'the export ends early, after 0 records'],
    ['no header', [player(1, 'ann'), end(1)], 'line 1: the header must be the first line'],
    ['no JSON', [header, 'player 1'], 'line 2: is no record of a Playkeep export'],
    ['another type', [header, '{"type":"user"}'], 'line 2: is no record of a Playkeep export'],
    ['a field too many', [header, `${player(1, 'ann').slice(0, -1)},"x":1}`], 'line 2: is no record'],
    ['metadata that is no object', [header, player(1, 'ann', '[1]')], 'line 2: is no record'],
    ['a newer version', [header.replace('"version":1', '"version":5')], 'line 1: is no record'],
    ['no end', [header, player(1, 'ann')], 'the export ends early, after 1 records, which were imported'],
    ['a wrong count', [header, player(1, 'ann'), end(2)], '1 records came where 2 were written'],
    ['more after the end', [header, end(0), player(1, 'ann')], 'line 3: comes after the end'],
  ])('%s is refused in one line', async (_what, lines, message) => {
    const { status, stderr } = await importLines(...lines);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(status).toBe(1);
  });

  test('an import names a file that is missing', async () => {
    const { status, stderr } = await runProgram(
      ['import', 'nowhere.jsonl'],
      database.environment,
      database.directory,
    );
    expect([status, stderr]).toEqual([1, 'playkeep: nowhere.jsonl: there is no such file\n']);
  });
});

for (const engine of allEngines) {
  describe(`import into ${engine.name}`, () => {
    beforeEach(async () => {
      database = await engine.create();
    });
    afterEach(remove);

    test('another player under the same name or id is refused, and nothing is changed', async () => {
      const store = await openStoreOn(database.environment, manualClock());
      const id = Number(await store.players.register('ann'));
      await store.metadata.save(id, '{"mine":true}');
      for (const other of [player(id, 'bob'), player(id + 1, 'ann')]) {
        const { status, stderr } = await importLines(header, other, end(1));
        expect([status, stderr]).toEqual([1, expect.stringContaining('import into an empty one')]);
      }
      expect(await store.metadata.find(id)).toMatchObject({ text: '{"mine":true}', version: 1 });
      expect(await store.players.find('bob')).toBeUndefined();
      await store.close();
    });

    test('an import repeated after more play restores no ended session and gives no id twice', async () => {
      const lines = [header, player(9, 'ann'), playing(9)];
      expect((await importLines(...lines)).stderr).toContain('ends early');
      const store = await openStoreOn(database.environment, manualClock());
      expect((await store.sessions.expire(0, 10)).moved).toBe(1);
      expect((await importLines(...lines, end(2))).status).toBe(0);
      expect(await store.sessions.heartbeat(9)).toEqual({ notActive: 'none' });
      expect(await store.sessions.start(9, crypto.randomUUID())).toHaveProperty('sessionId');
      expect(await store.sessions.listEnded(9, 10)).toHaveLength(1);
      expect(await store.players.register('newcomer')).toBe(10);
      expect(await store.players.erase('ann')).toBe(true);
      await store.close();
    });

    test('an import repeated after an erasure skips the erased player, and imports one who was revived', async () => {
      const played = (id: number) =>
        JSON.stringify({
          type: 'ended-session',
          sequentialId: id,
          sessionId: '01a1fb57-a392-71cf-b279-7fe125c02a04',
          startedAt: 1,
          endedAt: 2,
          reason: 'stopped',
          context: '{"of":"a phone"}',
        });
      const lines = [header, player(3, 'ann'), player(4, 'bob'), playing(3), end(3)];
      expect((await importLines(...lines)).status).toBe(0);
      const store = await openStoreOn(database.environment, manualClock());
      await store.players.erase('ann');
      expect((await importLines(...lines.slice(0, -1), played(3), played(4), end(5))).status).toBe(0);
      expect((await store.sessions.listEnded(3, 9)).map(({ context }) => context)).toEqual([null, null]);
      expect((await store.sessions.listEnded(4, 9)).map(({ context }) => context)).toEqual([
        '{"of":"a phone"}',
      ]);
      expect(await store.players.find('ann')).toBe('erased');
      expect(await store.metadata.find(3)).toBeUndefined();
      expect(await store.sessions.heartbeat(3)).toBeUndefined();
      expect(await store.players.find('bob')).toBe(4);

      // An older erasure in a file does not erase a player who is registered now.
      const digest = new Bun.CryptoHasher('sha256').update('bob').digest('hex');
      const erased = JSON.stringify({ type: 'erased-player', digest, erasedAt: 5 });
      expect((await importLines(header, erased, end(1))).status).toBe(0);
      const back = join(database.directory, 'back.jsonl');
      await exportFrom(database, back);
      expect(readFileSync(back, 'utf8')).not.toContain(digest);
      await store.close();
    });

    test('an export that cannot be written is reported in one line, and an export to a pipe is complete', async () => {
      await runCommand(['migrate'], database.environment);
      const { status, stderr } = await runProgram(
        ['export', 'no/such/folder/file'],
        database.environment,
        database.directory,
      );
      expect([status, stderr]).toEqual([1, expect.stringMatching(/^playkeep: .*no\/such\/folder.*\n$/)]);
      const piped = await runProgram(['export'], database.environment, database.directory);
      expect(piped.stdout.trimEnd().split('\n')).toEqual([
        expect.stringContaining('playkeep-export'),
        end(0),
      ]);
    });
  });
}
