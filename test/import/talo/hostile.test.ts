// Data exports of Talo that are broken or hostile: rows that leave their player out, and exports that are refused before a player came.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { SourceUnreadable } from '../../../src/import/source.ts';
import { readColumns } from '../../../src/import/talo/columns.ts';
import { createFindings } from '../../../src/import/talo/findings.ts';
import { talo } from '../../../src/import/talo/source.ts';
import { collect } from '../collected.ts';
import { makeZip } from '../files/made-zip.ts';
import { useFolder } from '../test-folder.ts';
import { ann, bob, taloFiles, taloZip } from './export.ts';

const folder = useFolder();
const { put } = folder;
function putZip(files: Readonly<Record<string, string>>, name = 'export.zip'): string {
  put(name, taloZip(files));
  return join(folder.path, name);
}
function putFiles(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) put(name, text);
}

describe('a player is left out, and the others come,', () => {
  test('where the id or the time is none, or the player stands twice', async () => {
    const files = taloFiles([
      ann,
      bob,
      { id: 'x', createdAt: 'yesterday', props: [] },
      { id: '', props: [] },
      { id: 'y', props: [] },
      { id: 'y', props: [] },
    ]);
    const { players, refusals } = await collect(talo, putZip(files));
    expect(players.map(({ ids }) => ids.talo?.[0])).toEqual([ann.id, bob.id]);
    const reasons = refusals.map(({ at, reason }) => `${at}: ${reason}`);
    expect(
      reasons.some(
        (text) => text.includes('players-1.csv') && text.endsWith('has a time of creation that is none'),
      ),
    ).toBe(true);
    expect(reasons.some((text) => text.endsWith('has no id of a player'))).toBe(true);
    expect(reasons.some((text) => text.includes('is of the same player as'))).toBe(true);
    expect(reasons).toHaveLength(3);
  });

  test('where a row holds a NUL or is not UTF-8', async () => {
    const files = taloFiles([ann, bob, { id: 'nul', props: [['level', 'a\0b']] }]);
    put('players-1.csv', files['players-1.csv'] ?? '');
    const aliases = (files['playerAliases-1.csv'] ?? '').replace('b-1', '\xff');
    put('playerAliases-1.csv', Buffer.from(aliases, 'latin1'));
    const { players, refusals } = await collect(talo, folder.path);
    expect(players.map(({ ids }) => ids.talo?.[0])).toEqual([ann.id]);
    expect(refusals.map(({ reason }) => reason).sort()).toEqual([
      'holds a NUL in column 7',
      'is not UTF-8 in column 3',
    ]);
  });

  test('where an alias or a statistic has no row in the players', async () => {
    const files = taloFiles([bob]);
    files['playerAliases-1.csv'] +=
      '9,steam,1,ghost,2025-01-01,2025-01-01\n10,,1,ghost2,2025-01-01,2025-01-01\n11,steam,1,,x,x\n';
    files['playerGameStats-1.csv'] += `3,${bob.id},,7,gold,x,x\n`;
    const { players, refusals } = await collect(talo, putZip(files));
    expect(players).toEqual([]);
    expect(refusals.map(({ reason }) => reason).sort()).toEqual([
      'has no player, no service or no identifier',
      'has no player, no service or no identifier',
      'has no player, no value or no name',
      'has no row in the files players-N.csv',
    ]);
  });
});

describe('the source is refused as a whole, before a player came,', () => {
  const refusal = async (from: string | undefined = folder.path, settings?: unknown): Promise<string> => {
    const error = await collect(talo, from, settings).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SourceUnreadable);
    return (error as Error).message.replaceAll(folder.path, 'F');
  };

  test('where a part is missing, there twice, or of another version', async () => {
    const files = taloFiles([bob]);
    putFiles({ 'playerAliases-1.csv': files['playerAliases-1.csv'] ?? '' });
    expect(await refusal()).toBe('F: has no players-1.csv; export the players of Talo');
    putFiles({
      'players-1.csv': files['players-1.csv'] ?? '',
      'players-3.csv': files['players-1.csv'] ?? '',
    });
    expect(await refusal()).toBe('F: players-2.csv is missing, and a later part is there');
    put('more/players-1.csv', files['players-1.csv'] ?? '');
    expect(await refusal()).toMatch(/players-1\.csv: is there twice; name the files of one export$/);
    const old = putZip({ 'players-1.csv': 'uuid,created\n1,2\n' }, '../old.zip');
    expect(await refusal(old)).toMatch(
      /players-1\.csv: has no column id, createdAt; is it of another version of Talo\?$/,
    );
    const twice = putZip({ 'players-1.csv': 'id,createdAt,props.a,props.a\n' }, '../twice.zip');
    expect(await refusal(twice)).toMatch(/players-1\.csv: has two columns of one name$/);
    const empty = putZip({ 'players-1.csv': '' }, '../empty.zip');
    expect(await refusal(empty)).toMatch(/players-1\.csv: is empty$/);
  });

  test('where a key with a comma broke the heading, which Talo does not quote', async () => {
    expect(await refusal(putZip(taloFiles([{ id: 'a', props: [['x,y', '1']] }])))).toMatch(
      /players-1\.csv line 2: has 5 fields, and the heading has 6; Talo does not quote a key of a prop with a comma/,
    );
    expect(await refusal(putZip(taloFiles([{ id: 'a', props: [['x"y', '1']] }])))).toMatch(
      /players-1\.csv: a cell of row 1 has a quote within/,
    );
  });

  test('where the name of a column is far longer than a key of Talo', async () => {
    // To look at each end of such a name took hours.
    put('players-1.csv', `id,createdAt,props.a,props.${'b'.repeat(2_000_000)}\n`);
    expect(await refusal()).toMatch(/players-1\.csv: the name of column 4 has more than 512 characters$/);
  });

  test('where a checksum in the zip is wrong', async () => {
    put(
      'export.zip',
      makeZip([{ name: 'players-1.csv', data: taloFiles([bob])['players-1.csv'] ?? '', says: { crc: 1 } }]),
    );
    expect(await refusal(join(folder.path, 'export.zip'))).toMatch(
      /players-1\.csv does not have the checksum that the zip says$/,
    );
  });

  test('where the argument or a setting is none', async () => {
    const error = await collect(talo, undefined).catch((reason: unknown) => reason);
    expect((error as Error).message).toBe('name the zip or the folder of a data export of Talo');
    expect(await refusal(folder.path, { times: 'utc' })).toMatch(
      /^the map has settings that cannot be used: .*times/,
    );
  });

  test('and a file of something else is refused alone', async () => {
    putFiles({ ...taloFiles([bob]), 'notes.txt': 'x' });
    const { players, refusals } = await collect(talo, folder.path);
    expect(players).toHaveLength(1);
    expect(refusals).toEqual([{ at: 'notes.txt', reason: 'is no file of a data export of Talo' }]);
  });
});

test('of names of columns that end alike in each other only the pairs of the report are counted in rows', () => {
  const names = Array.from({ length: 500 }, (_, index) => `props.${'a'.repeat(index + 1)}`);
  const findings = createFindings();
  const counted = findings.noteColumns(readColumns('players-1.csv', names, [], []));
  expect(counted).toHaveLength(20);
  findings.noteRow(
    names.map(() => '1'),
    counted,
  );
  expect(findings.notes()).toHaveLength(20);
  for (const note of findings.notes()) expect(note).toEndWith(': 1');
});
