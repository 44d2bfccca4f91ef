// The files of a source: those below a folder and in zips, in one order, without what nobody reads.
import { describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openSourceFiles } from '../../../src/import/files/source-files.ts';
import { SourceUnreadable } from '../../../src/import/source.ts';
import { useFolder } from '../test-folder.ts';
import { makeZip } from './made-zip.ts';

const folder = useFolder();
const { put } = folder;

/** Names for messages, paths and texts of all files. */
async function filesOf(from = folder.path, isPassed?: (path: string) => boolean): Promise<string[][]> {
  const files = await openSourceFiles(from, isPassed ? { isPassed } : {});
  const found: string[][] = [];
  for await (const { name, path, chunks } of files.read()) {
    found.push([name, path, Buffer.concat(await Array.fromAsync(chunks)).toString()]);
  }
  return found;
}

async function refusalOf(from = folder.path): Promise<string> {
  const error = await filesOf(from).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SourceUnreadable);
  return (error as Error).message.replaceAll(folder.path, 'F');
}

describe('the files of a source', () => {
  test('are those below the folder and in its zips, by their names', async () => {
    put('b/2.json', 'two');
    put('b/10.json', 'ten');
    put('a.zip', makeZip([{ name: 'y/x.json', data: 'in a zip' }]));
    put('c.json', 'three');
    expect(await filesOf()).toEqual([
      ['a.zip: y/x.json', 'y/x.json', 'in a zip'],
      ['b/10.json', 'b/10.json', 'ten'],
      ['b/2.json', 'b/2.json', 'two'],
      ['c.json', 'c.json', 'three'],
    ]);
  });

  test('are the one file, or the entries of the one zip, with the name that was given', async () => {
    put('c.json', 'three');
    put('a.zip', makeZip([{ name: 'x.json', data: 'x' }]));
    expect(await filesOf(join(folder.path, 'c.json'))).toEqual([
      [join(folder.path, 'c.json'), 'c.json', 'three'],
    ]);
    expect(await filesOf(join(folder.path, 'a.zip'))).toEqual([['a.zip: x.json', 'x.json', 'x']]);
  });

  test('are none that are hidden, that macOS adds to zips, or that are passed over', async () => {
    put('.git/config', 'hidden');
    put('.DS_Store', 'hidden');
    put('passed/photo.zip', 'no zip');
    put('a.json', 'a');
    put(
      'b.zip',
      makeZip([
        { name: '__MACOSX/._b.json', data: 'mac' },
        { name: 'b.json', data: 'b' },
        { name: 'passed/x.zip', data: 'PK' },
      ]),
    );
    const found = await filesOf(folder.path, (path) => path.startsWith('passed/'));
    expect(found.map(([, path]) => path)).toEqual(['a.json', 'b.json']);
  });

  test('are refused where a link leads out, or a zip is unsafe', async () => {
    put('a.json', 'a');
    put('z.zip', makeZip([{ name: '../a.json', data: 'a' }]));
    expect(await refusalOf()).toBe('F/z.zip: is no sound zip: invalid relative path: ../a.json');
    mkdirSync(join(folder.path, 'more'));
    symlinkSync('/etc', join(folder.path, 'more/link'));
    expect(await refusalOf()).toBe('F/more/link: is no plain file, but a link or a device');
    expect(await refusalOf(join(folder.path, 'none'))).toBe('F/none: there is no such file');
  });
});
