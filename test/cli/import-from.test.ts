// `playkeep import --from` on the command line: its flags, its report, its exit statuses, its end by a signal, and the files that it reads
// and writes, which are checked before a player comes in.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ImportOptions, importFrom } from '../../src/cli/import-from.ts';
import { runCommandLine, withPrint } from '../../src/cli/run.ts';
import { type SourceItem, SourceUnreadable } from '../../src/import/source.ts';
import type { SourceKind } from '../../src/import/source-kind.ts';
import { runCommand, runInContext } from '../harness/command.ts';
import { engines, sqlite, type TestDatabase } from '../harness/engines.ts';
import { arraySource, plainMap, playerOf } from '../harness/imports.ts';

const players: readonly SourceItem[] = [
  playerOf('ann', { a: '1.0' }),
  playerOf('bob', { b: '{"x":[]}' }),
  playerOf('cyd'),
];
const torn: SourceItem = { at: 'row 4', reason: 'is torn' };
const closed = playerOf('x', {}, { values: [{ path: ['a'], text: '1', read: 'owner', write: 'server' }] });

/** Runs the command with a source of its own. An error becomes a status, as at the end of the program. */
async function runOn(
  environment: TestDatabase['environment'],
  items: readonly SourceItem[] | SourceKind['open'],
  given: Partial<ImportOptions> = {},
) {
  const open = typeof items === 'function' ? items : async () => arraySource(items, ['a note of the source']);
  const kind: SourceKind = { name: 'array', about: 'an array', plainMap, open };
  return await runInContext(environment, async (createContext) => {
    let status = 0;
    const context = withPrint(
      createContext((value) => {
        status = value;
      }),
    );
    try {
      await importFrom([kind], context, { from: 'array', source: undefined, existing: 'keep', ...given });
    } catch (error) {
      context.printError(`${(error as Error).name}: ${(error as Error).message}`);
      return (error as Error).name === 'UsageError' ? 2 : 1;
    }
    return status;
  });
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

for (const engine of engines) {
  test(`playkeep import --from on ${engine.name} makes the database, and reports in JSON Lines`, async () => {
    const { environment, remove } = await engine.create({ migrated: engine.isDistributed });
    try {
      const first = await runOn(environment, players);
      const sums = {
        ...{ type: 'sums', from: 'array', dryRun: false, complete: true, read: 3, new: 3, filled: 0 },
        ...{ merged: 0, replaced: 0, present: 0, kept: 0, erased: 0, refused: 0, partsRefused: 0 },
        ...{ valuesLeftOut: 0, valuesWithoutRule: 0, sessions: 0, seconds: expect.any(Number) },
        notes: ['a note of the source'],
      };
      expect([first.status, linesOf(first.stdout)]).toEqual([0, [sums]]);
      expect(first.stderr).toContain('"from": "/{a}/{b}"');
      expect(first.stderr).toContain('database ');
      const again = await runOn(environment, [...players, torn]);
      expect([again.status, linesOf(again.stdout)]).toMatchObject([
        3,
        [
          { type: 'refused', ...torn },
          { present: 3, new: 0, refused: 1, read: 3 },
        ],
      ]);
    } finally {
      await remove();
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
  const run = (items: Parameters<typeof runOn>[1], given?: Partial<ImportOptions>) =>
    runOn(database.environment, items, given);
  const file = (name: string, text?: string | Uint8Array): string => {
    const path = join(database.directory, name);
    if (text !== undefined) writeFileSync(path, text);
    return path;
  };
  const read = (path: string): string => readFileSync(path, 'utf8');
  const refusal = async (...given: Parameters<typeof run>) => {
    const { status, stdout, stderr } = await run(...given);
    expect([status, stdout]).toEqual([2, '']);
    return stderr;
  };

  test('writes the report into a file of its owner, and the sums as a sentence', async () => {
    const report = file('report.jsonl');
    const { status, stdout } = await run([...players, players[0] as SourceItem], { report });
    expect([status, stdout]).toEqual([
      3,
      '4 players read: 3 new, 0 here without metadata, 0 from an earlier run, 0 left out, 1 refused; 0 sessions\n',
    ]);
    expect(statSync(report).mode & 0o777).toBe(0o600);
    expect(linesOf(read(report)).map(({ type }) => type)).toEqual(['refused', 'sums']);
  });

  test('ends a dry run with 0, whatever would be left out, and makes no database', async () => {
    const without = await run([torn, ...players], { dryRun: true });
    expect([without.status, without.stderr]).toEqual([1, expect.stringContaining('there is no database')]);
    await run([]);
    const dry = await run([torn, ...players], { dryRun: true });
    expect([dry.status, linesOf(dry.stdout)[1]]).toMatchObject([0, { dryRun: true, new: 3, refused: 1 }]);
    expect(linesOf((await run(players)).stdout)[0]).toMatchObject({ new: 3 });
  });

  test('takes a map that begins with a byte order mark', async () => {
    const map = join(database.directory, 'map.json');
    writeFileSync(map, `\uFEFF${JSON.stringify(plainMap)}`);
    expect(await runOn(database.environment, players, { map })).toMatchObject({ status: 0 });
  });

  test('prints the plain map alone, for editing', async () => {
    const { stdout, stderr } = await run(players, { printMap: true });
    expect([JSON.parse(stdout), stderr]).toEqual([JSON.parse(JSON.stringify(plainMap)), '']);
    expect((await run(players, { map: file('map.json', stdout) })).status).toBe(0);
  });

  test('refuses what METADATA_SCHEMA refuses where it binds players, and counts it otherwise', async () => {
    const schema = file('schema.json', '{"properties":{"a":{"type":"string"}}}');
    const environment = { ...database.environment, METADATA_SCHEMA: schema };
    const bound = await runOn({ ...environment, METADATA_SCHEMA_ENFORCED: 'players' }, players);
    const reason = 'the document does not fit: the schema refuses /a: it must be a string';
    expect([bound.status, linesOf(bound.stdout)[0]]).toMatchObject([
      3,
      { type: 'refused', playerId: 'ann', reason: expect.stringContaining(reason) },
    ]);
    const free = await runOn(environment, players);
    const notes = [expect.any(String), expect.stringContaining('refuses the metadata of 1 players')];
    expect([free.status, linesOf(free.stdout)[0]]).toMatchObject([0, { new: 1, present: 2, notes }]);
  });

  test('holds documents to METADATA_MAX_BYTES', async () => {
    const environment = { ...database.environment, METADATA_MAX_BYTES: '1024' };
    const big = playerOf('big', { a: `"${'é'.repeat(510)}"` });
    const fits = playerOf('fits', { a: `"${'é'.repeat(508)}"` });
    const { stdout } = await runOn(environment, [big, fits]);
    expect(linesOf(stdout)).toMatchObject([
      { type: 'refused', playerId: 'big', reason: 'the document would take more than 1024 bytes' },
      { new: 1 },
    ]);
  });

  test('stores what came before a place where the source cannot be read, and says so', async () => {
    const stopped = 'players.jsonl line 4: is torn';
    const open: SourceKind['open'] = async () => ({
      ...arraySource([]),
      async *read() {
        yield* players;
        throw new SourceUnreadable(stopped);
      },
    });
    const [rules, none] = [file('rules.json', 'rules of before'), file('none.json')];
    const { status, stdout, stderr } = await run(open, { rules });
    expect([status, stderr]).toEqual([1, expect.stringContaining(`SourceUnreadable: ${stopped}`)]);
    // Rules of three players say nothing about the others.
    expect(stderr).toContain(`--rules ${rules}: is not written, since the import ended early`);
    await run(open, { rules: none, dryRun: true });
    expect([read(rules), existsSync(none)]).toEqual(['rules of before', false]);
    expect(linesOf(stdout)[0]).toMatchObject({ complete: false, stopped, new: 3 });
  });

  test('leaves a report of an import that ended before its first player, in the place of an earlier one', async () => {
    const open: SourceKind['open'] = () => Promise.reject(new SourceUnreadable('there is no folder x'));
    const ended = { type: 'sums', from: 'array', complete: false, stopped: 'there is no folder x', read: 0 };
    const shown = await run(open);
    expect([shown.status, linesOf(shown.stdout)]).toMatchObject([1, [{ ...ended, dryRun: false }]]);
    const report = file('report.jsonl');
    await run([...players, torn], { report });
    const { status, stdout, stderr } = await run(open, { report, dryRun: true });
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining('there is no folder x')]);
    expect(linesOf(read(report))).toMatchObject([{ ...ended, dryRun: true }]);
    // The members are those of every report.
    const [whole] = linesOf((await run(players)).stdout);
    expect(Object.keys(linesOf(shown.stdout)[0]).toSorted()).toEqual(
      [...Object.keys(whole), 'stopped'].toSorted(),
    );
    // The source opens, and the database does not.
    const none = { ...database.environment, DATABASE_URL: `sqlite:${file('none.db')}` };
    expect((await runOn(none, players, { report, dryRun: true })).status).toBe(1);
    const noDatabase = expect.stringContaining('there is no database');
    expect(linesOf(read(report))).toMatchObject([{ complete: false, stopped: noDatabase, read: 0 }]);
  });

  test('ends at a signal after the batch under way, with the report so far', async () => {
    using _ = alone('SIGINT');
    const many = Array.from({ length: 400 }, (_, n) => playerOf(`p${n}`, { a: '1' }));
    const open: SourceKind['open'] = async () => ({
      ...arraySource([]),
      async *read() {
        yield* many.slice(0, 250);
        const arrived = new Promise((resolve) => process.once('SIGINT', resolve));
        process.kill(process.pid, 'SIGINT');
        await arrived;
        yield* many.slice(250);
      },
    });
    const rules = file('rules.json');
    const { status, stdout, stderr } = await run(open, { rules });
    const stopped = 'ended by SIGINT; run it again to go on';
    expect([status, stderr, existsSync(rules)]).toEqual([1, expect.stringContaining(stopped), false]);
    const last = linesOf(stdout).at(-1);
    expect(last).toMatchObject({ complete: false, stopped });
    expect(last.new).toBeWithin(250, 400);
    expect(linesOf((await run(many)).stdout)[0]).toMatchObject({
      ...{ present: last.new, new: 400 - last.new, complete: true },
    });
  });

  test('names the sources, and its flags without a source are a mistake', async () => {
    for (const [args, message] of [
      [['--from', 'nothing'], '--from nothing: is none of '],
      [['--map', 'x', 'y'], 'these options go with --from'],
      [['--existing', 'merge', 'y'], 'these options go with --from'],
      [['--dry-run'], 'these options go with --from'],
      [['--from', 'nakama', '--existing', 'drop'], 'Allowed choices are keep, replace, merge'],
    ] as const) {
      const { status, stderr } = await runCommand(['import', ...args], database.environment);
      expect([args, status, stderr]).toEqual([args, 2, expect.stringContaining(message)] as never);
    }
    const help = await runInContext({}, (createContext) => runCommandLine(createContext, ['help', 'import']));
    expect(help.stdout).toContain('--from <name>');
  });

  test('refuses a file that it cannot write before the first player comes in', async () => {
    const folder = file('none');
    for (const name of ['report', 'rules'] as const) {
      const path = join(folder, 'x');
      expect(await refusal(players, { [name]: path })).toContain(
        `--${name} ${path}: there is no folder ${folder}`,
      );
      expect(await refusal(players, { [name]: database.directory })).toContain('is a folder');
    }
    expect((await run(players)).stdout).toContain('"new":3');
  });

  test('never writes over a file that it reads, by whatever name', async () => {
    const source = file('players.jsonl', 'the players');
    const map = file('map.json', JSON.stringify(plainMap));
    const link = file('link');
    symlinkSync(map, link);
    const of = database.environment.DATABASE_URL?.replace('sqlite:', '') ?? '';
    await run([]);
    for (const [given, message] of [
      [{ source, report: source }, 'would replace SOURCE'],
      [{ source, rules: join(database.directory, '.', 'players.jsonl') }, 'would replace SOURCE'],
      [{ map, rules: map }, 'would replace --map'],
      [{ map, report: link }, 'would replace --map'],
      [{ report: file('one'), rules: file('one') }, 'would replace --report'],
      [{ report: of }, 'would replace the database'],
      [{ rules: `${of}-wal` }, 'would replace the database'],
      [{ source: database.directory, report: file('report.jsonl') }, 'lies in the folder that is read'],
    ] as const)
      expect([given, await refusal(players, given)]).toEqual([
        given,
        expect.stringContaining(message),
      ] as never);
    expect(read(source)).toBe('the players');
    expect(read(map)).toBe(JSON.stringify(plainMap));
    const beside = { source, report: '/dev/null', rules: '/dev/null' };
    expect((await run(players, beside)).stdout).toContain('3 new');
  });

  test('replaces by a report nothing but an earlier report', async () => {
    for (const text of ['TOKEN_SECRET=x\n', '{"type":"object"}', '{"type":"playkeep-export"}\n', ' ']) {
      const report = file('other', text);
      expect([text, await refusal(players, { report })]).toEqual([
        text,
        `UsageError: --report ${report}: there is a file already that is no report of an import, and it is not replaced; name another file\n`,
      ]);
      expect(read(report)).toBe(text);
    }
    const odd = playerOf('odd', { a: '1' }, { registeredAt: -1 });
    const changed = playerOf('ann', { a: '2' });
    const report = file('report', '');
    const firsts: string[] = [];
    for (const items of [players, [torn, changed], [odd], [changed], players]) {
      expect((await run(items, { report })).stdout).toContain('players read');
      firsts.push(linesOf(read(report))[0].type);
    }
    expect(firsts).toEqual(['sums', 'refused', 'part-refused', 'left-out', 'sums']);
  });

  test('writes path rules, in a dry run too, and leaves them as they are once somebody has edited them', async () => {
    await run([]);
    const rules = file('rules.json');
    expect((await run([closed], { rules, dryRun: true })).status).toBe(0);
    expect(JSON.parse(read(rules))).toEqual({ '/a': { read: 'owner', write: 'server' } });
    expect(statSync(rules).mode & 0o777).toBe(0o600);
    const written = read(rules);
    const same = await run([closed], { rules });
    expect([same.status, same.stderr]).toEqual([0, expect.not.stringContaining('--rules')]);
    writeFileSync(rules, '{}');
    for (const dryRun of [true, undefined]) {
      const items = [closed, playerOf(`new ${dryRun}`)];
      const { status, stdout, stderr } = await run(items, { rules, ...(dryRun && { dryRun }) });
      const message = `--rules ${rules}: there is a file already that differs`;
      expect([status, stderr]).toEqual([3, expect.stringContaining(message)]);
      expect(linesOf(stdout)[0]).toMatchObject({ complete: true, new: 1, present: 1 });
    }
    expect(read(rules)).toBe('{}');
    const beside = file('rules-of-now.json');
    expect((await run([closed], { rules: beside })).status).toBe(0);
    expect(read(beside)).toBe(written);
  });

  test('takes a map from a file, and names each mistake of one', async () => {
    const withValues = (values: string): string => `{"player":["{user}"],"values":[${values}]}`;
    for (const [text, message] of [
      ['{', 'is no JSON'],
      [Buffer.from('{"player":["\xff"]}', 'latin1'), 'is no UTF-8'],
      [Buffer.from('\ufeff{}', 'utf16le'), 'is UTF-16; turn it into UTF-8'],
      ['{"player":[],"values":[]}', 'player Too small'],
      ['{"player":["x"],"values":[]}', 'player: "x" names no id'],
      ['{"player":["{user}}"],"values":[]}', 'has a brace that encloses no kind of id'],
      ['{"player":["{user}"],"values":[],"more":1}', 'Unrecognized key'],
      [withValues('{"from":"a","to":"/a"}'), 'from "a" is no JSON Pointer'],
      [withValues('{"from":"/{a}/{a}","to":"/a"}'), 'has {a} twice'],
      [withValues('{"from":"/a","to":"/deep/{b}"}'), 'map.json: values: to "/deep/{b}" has {b}'],
      [withValues('{"from":"/a"}'), 'values.0 is no rule: it has "from", and either "to"'],
      [withValues('{"from":"/a","to":"/a","leaveOut":true}'), 'values.0 is no rule: it has "from"'],
      [withValues('{"from":"/{v}","to":"/save_{v}"}'), 'to "/save_{v}" has {v} within a token'],
    ] as const) {
      const stderr = await refusal(players, { map: file('map.json', text) });
      expect([text, stderr]).toEqual([text, expect.stringContaining(message)]);
    }
    const none = file('nope.json');
    expect(await refusal(players, { map: none })).toBe(`UsageError: ${none}: there is no such file\n`);
    const right =
      '{"player":["x:{none}","x:{user}"],"values":[{"from":"/a","to":"/deep/a"},{"from":"/b","leaveOut":true}]}';
    // Editors of Windows put a byte order mark in front.
    const taken = await run(players, { map: file('map.json', `\ufeff${right}`) });
    expect([taken.status, taken.stderr]).toEqual([0, expect.not.stringContaining('plain map')]);
    expect(linesOf(taken.stdout)[0]).toMatchObject({ new: 3, valuesLeftOut: 1, valuesWithoutRule: 0 });
    const { stdout } = await runCommand(['export'], database.environment);
    expect(stdout).toContain('"metadataText":"{\\"deep\\":{\\"a\\":1.0}}"');
  });
});
