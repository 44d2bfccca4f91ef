// `playkeep import --from` on the command line: its flags, its report, its exit statuses, its rules and its end by a signal.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../src/cli/run.ts';
import { type SourceItem, SourceUnreadable } from '../../src/import/source.ts';
import type { SourceKind } from '../../src/import/source-kind.ts';
import { runCommand, runInContext } from '../harness/command.ts';
import { engines, sqlite, type TestDatabase } from '../harness/engines.ts';
import { arraySource, plainMap, playerOf } from '../harness/imports.ts';
import { linesOf, players, run } from './import-command.ts';

for (const engine of engines) {
  test(`playkeep import --from on ${engine.name} makes the database, and reports in JSON Lines`, async () => {
    const database = await engine.create({ migrated: engine.isDistributed });
    try {
      const first = await run(players, database);
      expect([first.status, linesOf(first.stdout)]).toEqual([
        0,
        [
          {
            ...{ type: 'sums', from: 'array', dryRun: false, complete: true, read: 3, new: 3, filled: 0 },
            ...{ merged: 0, replaced: 0, present: 0, kept: 0, erased: 0, refused: 0, partsRefused: 0 },
            ...{ valuesLeftOut: 0, valuesWithoutRule: 0, sessions: 0, seconds: expect.any(Number) },
            notes: ['a note of the source'],
          },
        ],
      ]);
      expect(first.stderr).toContain('"from": "/{a}/{b}"');
      expect(first.stderr).toContain('database ');
      const again = await run([...players, { at: 'row 4', reason: 'is torn' }], database);
      expect([again.status, linesOf(again.stdout)[0]]).toEqual([
        3,
        { type: 'refused', at: 'row 4', reason: 'is torn' },
      ]);
      expect(linesOf(again.stdout)[1]).toMatchObject({ present: 3, new: 0, refused: 1, read: 3 });
    } finally {
      await database.remove();
    }
  });
}

/**
 * Takes the listeners of a signal away until the end of the block. A PostgreSQL that runs below this process has one, from other tests,
 * and would end the process.
 */
function alone(signal: NodeJS.Signals): Disposable {
  const others = process.rawListeners(signal) as NodeJS.SignalsListener[];
  process.removeAllListeners(signal);
  return {
    [Symbol.dispose]() {
      for (const listener of others) process.on(signal, listener);
    },
  };
}

describe('playkeep import --from', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await sqlite.create();
  });
  afterEach(() => database.remove());
  const file = (name: string, text?: string): string => {
    const path = join(database.directory, name);
    if (text !== undefined) writeFileSync(path, text);
    return path;
  };

  test('writes the report into a file of its owner, and the sums as a sentence', async () => {
    const report = file('report.jsonl');
    const { status, stdout } = await run([...players, players[0] as SourceItem], database, { report });
    expect([status, stdout]).toEqual([
      3,
      '4 players read: 3 new, 0 here without metadata, 0 from an earlier run, 0 left out, 1 refused; 0 sessions\n',
    ]);
    expect(statSync(report).mode & 0o777).toBe(0o600);
    expect(linesOf(readFileSync(report, 'utf8')).map(({ type }) => type)).toEqual(['refused', 'sums']);
  });

  test('ends a dry run with 0, whatever would be left out, and makes no database', async () => {
    const torn = [{ at: 'row 1', reason: 'is torn' }, ...players];
    const without = await run(torn, database, { dryRun: true });
    expect([without.status, without.stderr]).toEqual([1, expect.stringContaining('there is no database')]);
    await run([], database);
    const dry = await run(torn, database, { dryRun: true });
    expect([dry.status, linesOf(dry.stdout)[1]]).toMatchObject([0, { dryRun: true, new: 3, refused: 1 }]);
    expect(linesOf((await run(players, database)).stdout)[0]).toMatchObject({ new: 3 });
  });

  test('prints the plain map alone, for editing', async () => {
    const { stdout, stderr } = await run(players, database, { printMap: true });
    expect([JSON.parse(stdout), stderr]).toEqual([JSON.parse(JSON.stringify(plainMap)), '']);
    expect((await run(players, database, { map: file('map.json', stdout) })).status).toBe(0);
  });

  test('writes path rules to look at, in a dry run too', async () => {
    await run([], database);
    const secret = playerOf(
      'ann',
      {},
      { values: [{ path: ['a'], text: '1', read: 'owner', write: 'server' }] },
    );
    for (const dryRun of [true, undefined]) {
      const rules = file('rules.json');
      expect((await run([secret], database, { rules, ...(dryRun && { dryRun }) })).status).toBe(0);
      expect(JSON.parse(readFileSync(rules, 'utf8'))).toEqual({ '/a': { read: 'owner', write: 'server' } });
      expect(statSync(rules).mode & 0o777).toBe(0o600);
    }
  });

  test('refuses what METADATA_SCHEMA refuses where it binds players, and counts it otherwise', async () => {
    const schema = file('schema.json', '{"properties":{"a":{"type":"string"}}}');
    const environment = { ...database.environment, METADATA_SCHEMA: schema };
    const bound = await run(players, {
      environment: { ...environment, METADATA_SCHEMA_ENFORCED: 'players' },
    });
    expect([bound.status, linesOf(bound.stdout)[0]]).toMatchObject([
      3,
      {
        type: 'refused',
        playerId: 'ann',
        reason: expect.stringContaining(
          'the document does not fit: the schema refuses /a: it must be a string',
        ),
      },
    ]);
    const free = await run(players, { environment });
    expect([free.status, linesOf(free.stdout)[0]]).toMatchObject([
      0,
      {
        new: 1,
        present: 2,
        notes: [expect.any(String), expect.stringContaining('refuses the metadata of 1 players')],
      },
    ]);
  });

  test('holds documents to METADATA_MAX_BYTES', async () => {
    const environment = { ...database.environment, METADATA_MAX_BYTES: '1024' };
    const big = playerOf('big', { a: `"${'é'.repeat(510)}"` });
    const fits = playerOf('fits', { a: `"${'é'.repeat(508)}"` });
    const { stdout } = await run([big, fits], { environment });
    expect(linesOf(stdout)).toMatchObject([
      { type: 'refused', playerId: 'big', reason: 'the document would take more than 1024 bytes' },
      { new: 1 },
    ]);
  });

  test('stores what came before a place where the source cannot be read, and says so', async () => {
    const open: SourceKind['open'] = async () => ({
      ...arraySource([]),
      async *read() {
        yield* players;
        throw new SourceUnreadable('players.jsonl line 4: is torn');
      },
    });
    const [rules, none] = [file('rules.json', 'rules of before'), file('none.json')];
    const { status, stdout, stderr } = await run(open, database, { rules });
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('SourceUnreadable: players.jsonl line 4: is torn'),
    ]);
    // Rules of three players say nothing about the others.
    expect(stderr).toContain(`--rules ${rules}: is not written, since the import ended early`);
    await run(open, database, { rules: none, dryRun: true });
    expect([readFileSync(rules, 'utf8'), existsSync(none)]).toEqual(['rules of before', false]);
    expect(linesOf(stdout)[0]).toMatchObject({
      complete: false,
      stopped: 'players.jsonl line 4: is torn',
      new: 3,
    });
  });

  test('leaves a report of an import that ended before its first player, in the place of an earlier one', async () => {
    const open: SourceKind['open'] = () => Promise.reject(new SourceUnreadable('there is no folder x'));
    const ended = { type: 'sums', from: 'array', complete: false, stopped: 'there is no folder x', read: 0 };
    const shown = await run(open, database);
    expect([shown.status, linesOf(shown.stdout)]).toMatchObject([1, [{ ...ended, dryRun: false }]]);
    const report = file('report.jsonl');
    await run([...players, { at: 'row 4', reason: 'is torn' }], database, { report });
    const { status, stdout, stderr } = await run(open, database, { report, dryRun: true });
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining('there is no folder x')]);
    expect(linesOf(readFileSync(report, 'utf8'))).toMatchObject([{ ...ended, dryRun: true }]);
    // The members are those of every report.
    const whole = await run(players, database);
    expect(Object.keys(linesOf(shown.stdout)[0]).toSorted()).toEqual(
      [...Object.keys(linesOf(whole.stdout)[0]), 'stopped'].toSorted(),
    );
    // The source opens, and the database does not.
    const none = { environment: { ...database.environment, DATABASE_URL: `sqlite:${file('none.db')}` } };
    expect((await run(players, none, { report, dryRun: true })).status).toBe(1);
    expect(linesOf(readFileSync(report, 'utf8'))).toMatchObject([
      { complete: false, stopped: expect.stringContaining('there is no database'), read: 0 },
    ]);
  });

  test('ends at a signal after the batch under way, with the report so far', async () => {
    using _ = alone('SIGINT');
    const many = Array.from({ length: 400 }, (_, n) => playerOf(`p${n}`, { a: '1' }));
    const open: SourceKind['open'] = async () => ({
      ...arraySource([]),
      async *read() {
        yield* many.slice(0, 250);
        process.kill(process.pid, 'SIGINT');
        while (process.listenerCount('SIGINT') > 0) {
          await Bun.sleep(1);
          yield { at: 'a row', reason: 'keeps the source going' };
        }
      },
    });
    const rules = file('rules.json');
    const { status, stdout, stderr } = await run(open, database, { rules });
    const last = linesOf(stdout).at(-1);
    expect(existsSync(rules)).toBe(false);
    expect([status, stderr]).toEqual([1, expect.stringContaining('ended by SIGINT; run it again to go on')]);
    expect(last).toMatchObject({
      complete: false,
      stopped: 'ended by SIGINT; run it again to go on',
      new: 250,
    });
    expect(process.listenerCount('SIGINT')).toBe(0);
    expect(linesOf((await run(many, database)).stdout)[0]).toMatchObject({
      present: 250,
      new: 150,
      complete: true,
    });
  });

  test('names the sources, and its flags without a source are a mistake', async () => {
    const cases = [
      [['import', '--from', 'nothing'], '--from nothing: is none of '],
      [['import', '--map', 'x', 'y'], 'these options go with --from'],
      [['import', '--existing', 'merge', 'y'], 'these options go with --from'],
      [['import', '--dry-run'], 'these options go with --from'],
      [['import', '--from', 'nakama', '--existing', 'drop'], 'Allowed choices are keep, replace, merge'],
    ] as const;
    for (const [args, message] of cases) {
      const { status, stderr } = await runCommand(args, database.environment);
      expect([args, status, stderr]).toEqual([args, 2, expect.stringContaining(message)] as never);
    }
    const help = await runInContext({}, (createContext) => runCommandLine(createContext, ['help', 'import']));
    expect(help.stdout).toContain('--from <name>');
  });
});
