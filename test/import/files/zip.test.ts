// Zips of an import: sound ones of every kind give their bytes, and a hostile one is refused before anything is unpacked where its
// headers show it, or at the place where it turns out to be another file.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openZip, type ZipOptions } from '../../../src/import/files/zip.ts';
import { problemInAll } from '../../../src/import/files/zip-rules.ts';
import { SourceUnreadable } from '../../../src/import/source.ts';
import { ZIP_MAX_BYTES, ZIP_MAX_ENTRIES } from '../../../src/limits.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { type MadeEntry, makeZip } from './made-zip.ts';

let path: string;
let remove: () => void;
beforeEach(() => {
  const { directory, remove: removeDirectory } = temporaryDirectory();
  remove = removeDirectory;
  path = join(directory, 'export.zip');
});
afterEach(() => remove());

const zipOf = (entries: readonly MadeEntry[], options: Parameters<typeof makeZip>[1] = {}): void =>
  writeFileSync(path, makeZip(entries, options));

async function contents(options: ZipOptions = {}): Promise<Record<string, string>> {
  const zip = await openZip(path, options);
  try {
    const read: Record<string, string> = {};
    for (const entry of zip.entries) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry.read()) chunks.push(chunk);
      read[entry.name] = Buffer.concat(chunks).toString();
      expect(entry.bytes).toBe(Buffer.concat(chunks).length);
    }
    return read;
  } finally {
    zip.close();
  }
}

/** The refusal at opening, when nothing was unpacked. */
async function refusalAtOpening(options: ZipOptions = {}): Promise<string> {
  const opened = await openZip(path, options).catch((error: unknown) => error);
  expect(opened).toBeInstanceOf(SourceUnreadable);
  expect((opened as Error).message).toStartWith(`${path}: `);
  return (opened as Error).message.slice(path.length + 2);
}

/** The refusal while the only entry is read. */
async function refusalAtReading(): Promise<string> {
  const read = await contents().catch((error: unknown) => error);
  expect(read).toBeInstanceOf(SourceUnreadable);
  return (read as Error).message.slice(path.length + 2);
}

const sound: MadeEntry = { name: 'a.json', data: '{"a":1.0}' };

describe('a sound zip', () => {
  test('gives the bytes of stored and deflated entries, in the order of their names', async () => {
    const long = 'an even longer text, '.repeat(100_000);
    zipOf([
      { name: 'z.csv', data: long },
      { name: 'folder/', data: '', method: 0 },
      { name: 'folder/ünï 🎮.json', data: 'stored', method: 0 },
      { name: 'empty', data: '', method: 0 },
    ]);
    const read = await contents();
    expect(read).toEqual({ empty: '', 'folder/ünï 🎮.json': 'stored', 'z.csv': long });
    expect(Object.keys(read)).toEqual(['empty', 'folder/ünï 🎮.json', 'z.csv']);
  });

  test('may have its sizes behind the data, as programs write that stream', async () => {
    zipOf([
      { ...sound, descriptor: true },
      { name: 'b.json', data: 'b', descriptor: true },
    ]);
    expect(await contents()).toEqual({ 'a.json': '{"a":1.0}', 'b.json': 'b' });
  });

  test('is read by its directory, whatever stands behind the data, or in it', async () => {
    const lies = new Uint8Array(16).fill(7);
    zipOf([{ ...sound, descriptor: lies }]);
    expect(await contents()).toEqual({ 'a.json': '{"a":1.0}' });
    // Data that looks like the end of the entry and the begin of another one, to whoever reads from the front.
    const mimic = makeZip([{ name: 'b.json', data: 'b', method: 0, descriptor: true }]).toString('latin1');
    zipOf([{ name: 'a.json', data: mimic, method: 0, descriptor: true }]);
    expect(await contents()).toEqual({ 'a.json': mimic });
  });

  test('may have the fields of zip64, a comment, and bytes before it', async () => {
    zipOf([{ ...sound, zip64: true }], { zip64: true });
    expect(await contents()).toEqual({ 'a.json': '{"a":1.0}' });
    zipOf([sound], { comment: 'made on a Tuesday', before: '#!/bin/sh\n' });
    expect(await contents()).toEqual({ 'a.json': '{"a":1.0}' });
  });

  test('may hold a zip and a bomb where nobody opens them', async () => {
    const bomb = { name: 'files/zeros', data: new Uint8Array(8 * 1024 * 1024) };
    zipOf([sound, { name: 'files/save.zip', data: 'PK' }, bomb]);
    const isPassed = (name: string) => name.startsWith('files/');
    expect(await contents({ isPassed })).toEqual({ 'a.json': '{"a":1.0}' });
  });
});

describe('refused at opening', () => {
  test.each([
    ['../a.json', /invalid relative path/],
    ['a/../../b', /invalid relative path/],
    ['a/./b', 'has a name with a dot as a folder: "a/./b"'],
    ['/etc/passwd', /absolute path/],
    ['C:/a.json', /absolute path/],
    ['c:a.json', /absolute path/],
    ['a\\b.json', /invalid characters in fileName/],
    ['a\0.json', String.raw`has a name with a control character: "a\u0000.json"`],
    ['', 'has an entry without a name: ""'],
  ])('the name %p', async (name, reason) => {
    zipOf([sound, { name, data: 'x' }]);
    const refusal = await refusalAtOpening();
    if (typeof reason === 'string') expect(refusal).toBe(reason);
    else expect(refusal).toMatch(reason);
  });

  test('a link and a device, whatever system the zip is from', async () => {
    zipOf([{ name: 'link', data: '/etc/passwd', attributes: 0o120777 * 0x10000 }]);
    expect(await refusalAtOpening()).toBe('link is no plain file, but a link or a device');
    zipOf([{ name: 'pipe', data: '', attributes: 0o010644 * 0x10000 }]);
    expect(await refusalAtOpening()).toBe('pipe is no plain file, but a link or a device');
  });

  test('two entries of one name, also where case and accents alone differ', async () => {
    zipOf([sound, sound]);
    expect(await refusalAtOpening()).toBe('has two entries of the name a.json');
    zipOf([sound, { name: 'A.JSON', data: 'x' }]);
    expect(await refusalAtOpening()).toMatch(/two entries of the name a\.json/);
    zipOf([
      { name: 'é', data: 'x' },
      { name: 'e\u0301', data: 'x' },
    ]);
    expect(await refusalAtOpening()).toMatch(/two entries of the name/);
  });

  test('an encrypted entry, one of another method, a zip in a zip, and a folder with bytes', async () => {
    zipOf([{ ...sound, flags: 1 }]);
    expect(await refusalAtOpening()).toBe('a.json is encrypted');
    zipOf([{ ...sound, method: 12 }]);
    expect(await refusalAtOpening()).toMatch(/^a\.json is compressed by method 12/);
    zipOf([sound, { name: 'lib/More.ZIP', data: 'x' }]);
    expect(await refusalAtOpening()).toBe('lib/More.ZIP is a zip in a zip; unpack the outer one');
    zipOf([{ name: 'folder/', data: 'x' }]);
    expect(await refusalAtOpening()).toBe('folder/ is a folder that has bytes');
  });

  test('a bomb by its ratio, and by its size', async () => {
    zipOf([{ name: 'zeros', data: new Uint8Array(8 * 1024 * 1024) }]);
    expect(await refusalAtOpening()).toMatch(/^zeros unpacks to more than 200 times its size/);
    zipOf([{ name: 'large', data: 'x', says: { bytes: 9 * 1024 ** 3 }, zip64: true }], { zip64: true });
    expect(await refusalAtOpening()).toBe('large has more than 8589934592 bytes');
    const entries = [ZIP_MAX_BYTES, 1].map((bytes) => ({ uncompressedSize: bytes, compressedSize: bytes }));
    expect(problemInAll(entries)).toBe(`unpacks to more than ${ZIP_MAX_BYTES} bytes`);
    expect(problemInAll(entries.slice(1))).toBeUndefined();
  });

  test('a bomb of many entries, each below the size at which its ratio counts', async () => {
    const data = new Uint8Array(1024 * 1024);
    zipOf(Array.from({ length: 4 }, (_, n) => ({ name: `zeros ${n}`, data })));
    expect(Object.keys(await contents())).toHaveLength(4);
    zipOf(Array.from({ length: 5 }, (_, n) => ({ name: `zeros ${n}`, data })));
    expect(await refusalAtOpening()).toBe('unpacks to more than 200 times its size, as a zip bomb does');
  });

  test('a bomb of entries that share their bytes', async () => {
    const data = 'kernel '.repeat(1_000);
    zipOf([
      { name: 'one', data },
      { name: 'two', data, header: { name: 'one' }, says: { offset: 0 } },
    ]);
    // The second one names the header of the first, which has another name.
    expect(await refusalAtOpening()).toBe('two has a header that differs from the directory of the zip');
    // Packed data of the first runs over the whole second entry, and the second lies inside.
    const inner = makeZip([{ name: 'two', data: 'inner', method: 0 }]);
    const local = inner.subarray(0, 30 + 3 + 5);
    const outer = makeZip([
      { name: 'one', data: local, method: 0 },
      { name: 'two', data: 'inner', method: 0, says: { offset: 33 } },
    ]);
    writeFileSync(path, outer);
    expect(await refusalAtOpening()).toBe('one shares its bytes with another entry, as a zip bomb does');
  });

  test('data that runs into the directory', async () => {
    zipOf([{ name: 'a', data: 'x', method: 0, says: { packedBytes: 20, bytes: 20 } }]);
    expect(await refusalAtOpening()).toBe('a shares its bytes with another entry, as a zip bomb does');
  });

  test('a header before the data that says another name, size or checksum', async () => {
    for (const header of [{ name: 'b.json' }, { bytes: 3 }, { packedBytes: 1 }, { crc: 1 }, { bytes: 0 }]) {
      zipOf([{ ...sound, header }]);
      expect(await refusalAtOpening()).toBe('a.json has a header that differs from the directory of the zip');
    }
    // Sizes behind the data allow zeros before it, and nothing else.
    zipOf([{ ...sound, descriptor: true, header: { bytes: 3 } }]);
    expect(await refusalAtOpening()).toMatch(/differs from the directory/);
  });

  test('a file that is no zip, is cut off, or has bytes behind its end', async () => {
    writeFileSync(path, 'id,name\n1,ann\n');
    expect(await refusalAtOpening()).toMatch(/^cannot be read as a zip: End of central directory/);
    writeFileSync(path, '');
    expect(await refusalAtOpening()).toMatch(/^cannot be read as a zip/);
    const zip = makeZip([sound, { name: 'b', data: 'b' }]);
    writeFileSync(path, zip.subarray(0, zip.length - 30));
    expect(await refusalAtOpening()).toMatch(/^cannot be read as a zip/);
    writeFileSync(path, Buffer.concat([zip, Buffer.from('more')]));
    expect(await refusalAtOpening()).toMatch(/^cannot be read as a zip: Invalid comment length/);
    // Places beyond the file, also such as no number of JavaScript can name.
    for (const place of [BigInt(zip.length) + 1_000n, 2n ** 53n, 2n ** 64n - 1n]) {
      const far = makeZip([{ ...sound, zip64: true }], { zip64: true });
      far.writeBigUInt64LE(place, far.length - 22 - 20 + 8);
      writeFileSync(path, far);
      expect(await refusalAtOpening()).toBe('cannot be read as a zip: it names a place outside of the file');
    }
    // A directory that lies outside.
    const lost = Buffer.from(makeZip([sound]));
    lost.writeUInt32LE(lost.length + 100, lost.length - 6);
    writeFileSync(path, lost);
    expect(await refusalAtOpening()).toMatch(/^is no sound zip/);
  });

  test('a missing file, and more entries than the bound', async () => {
    expect(await refusalAtOpening()).toMatch(/^cannot be read as a zip: ENOENT/);
    const zip = makeZip([{ ...sound, zip64: true }], { zip64: true });
    zip.writeBigUInt64LE(BigInt(ZIP_MAX_ENTRIES + 1), zip.length - 22 - 20 - 56 + 24);
    zip.writeBigUInt64LE(BigInt(ZIP_MAX_ENTRIES + 1), zip.length - 22 - 20 - 56 + 32);
    writeFileSync(path, zip);
    expect(await refusalAtOpening()).toBe(`has more than ${ZIP_MAX_ENTRIES} entries`);
  });
});

describe('refused while it is read', () => {
  test('a wrong checksum', async () => {
    zipOf([{ ...sound, says: { crc: 7 } }]);
    expect(await refusalAtReading()).toBe('a.json does not have the checksum that the zip says');
    zipOf([{ ...sound, method: 0, says: { crc: 7 } }]);
    expect(await refusalAtReading()).toBe('a.json does not have the checksum that the zip says');
  });

  test('more bytes and fewer bytes than the headers say', async () => {
    zipOf([{ ...sound, says: { bytes: 3 } }]);
    expect(await refusalAtReading()).toBe('a.json has more bytes than the zip says');
    zipOf([{ ...sound, says: { bytes: 300 } }]);
    expect(await refusalAtReading()).toBe('a.json has fewer bytes than the zip says');
  });

  test('a bomb that says it is small ends at the size that it says', async () => {
    const zeros = new Uint8Array(64 * 1024 * 1024);
    zipOf([{ name: 'zeros', data: zeros, says: { bytes: 1_000 } }]);
    const zip = await openZip(path);
    let bytes = 0;
    const read = async () => {
      for await (const chunk of zip.entries[0]?.read() ?? []) bytes += chunk.length;
    };
    expect(await read().catch((error: Error) => error.message)).toBe(
      `${path}: zeros has more bytes than the zip says`,
    );
    expect(bytes).toBe(0);
    zip.close();
  });

  test('packed data that is broken, cut off, or has bytes behind it', async () => {
    zipOf([{ ...sound, packed: new Uint8Array([7, 7, 7, 7]) }]);
    expect(await refusalAtReading()).toMatch(/^a\.json cannot be unpacked: /);
    const packed = makeZip([sound]).subarray(36, 36 + 4);
    zipOf([{ ...sound, packed }]);
    expect(await refusalAtReading()).toMatch(/^a\.json (?:cannot be unpacked|has fewer bytes)/);
    const whole = makeZip([sound]);
    const length = whole.readUInt32LE(18);
    zipOf([{ ...sound, packed: Buffer.concat([whole.subarray(36, 36 + length), Buffer.from('hidden')]) }]);
    expect(await refusalAtReading()).toBe('a.json has bytes behind its packed data');
  });

  test('a reader that stops early leaves the other entries readable', async () => {
    zipOf([
      { name: 'a', data: 'x'.repeat(1_000_000) },
      { name: 'b', data: 'b' },
    ]);
    const zip = await openZip(path);
    for await (const _chunk of zip.entries[0]?.read() ?? []) break;
    const chunks: Uint8Array[] = [];
    for await (const chunk of zip.entries[1]?.read() ?? []) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('b');
    zip.close();
  });
});
