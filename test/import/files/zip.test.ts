// Zips of an import: sound ones of every kind give their bytes, and a hostile one is refused before anything is unpacked where its
// headers show it, or at the place where it turns out to be another file. One with damaged bytes anywhere is refused, or gives the very bytes that were packed.
import { afterAll, describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openZip, type ZipOptions } from '../../../src/import/files/zip.ts';
import { problemInAll } from '../../../src/import/files/zip-rules.ts';
import { SourceUnreadable } from '../../../src/import/source.ts';
import { ZIP_MAX_BYTES, ZIP_MAX_ENTRIES } from '../../../src/limits.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { type Random, seed, seeded } from '../../harness/seeded.ts';
import { type MadeEntry, makeZip } from './made-zip.ts';

const { directory, remove } = temporaryDirectory();
afterAll(remove);
const path = join(directory, 'export.zip');

const zipOf = (entries: readonly MadeEntry[], options: Parameters<typeof makeZip>[1] = {}): void =>
  writeFileSync(path, makeZip(entries, options));

/** The texts of all files by their names. */
async function contents(options: ZipOptions = {}): Promise<Record<string, string>> {
  const zip = await openZip(path, options);
  try {
    const read: Record<string, string> = {};
    for (const entry of zip.entries) {
      const bytes = Buffer.concat(await Array.fromAsync(entry.read()));
      expect(entry.bytes).toBe(bytes.length);
      read[entry.name] = bytes.toString();
    }
    return read;
  } finally {
    zip.close();
  }
}

async function refusalOf(refused: Promise<unknown>): Promise<string> {
  const error = await refused.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SourceUnreadable);
  expect((error as Error).message).toStartWith(`${path}: `);
  return (error as Error).message.slice(path.length + 2);
}
/** The refusal when nothing was unpacked, and the one while the only entry is read. */
const refusalAtOpening = () => refusalOf(openZip(path));
const refusalAtReading = () => refusalOf(contents());

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
  const link = { name: 'link', data: '/etc/passwd', attributes: 0o120777 * 0x10000 };
  const pipe = { name: 'pipe', data: '', attributes: 0o010644 * 0x10000 };
  const isBomb = 'a shares its bytes with another entry, as a zip bomb does';
  const differs = 'a.json has a header that differs from the directory of the zip';
  test.each<[reason: string, entry: Partial<MadeEntry>]>([
    ['invalid relative path', { name: '../a.json' }],
    ['invalid relative path', { name: 'a/../../b' }],
    ['has a name with a dot as a folder: "a/./b"', { name: 'a/./b' }],
    ['absolute path', { name: '/etc/passwd' }],
    ['absolute path', { name: 'C:/a.json' }],
    ['absolute path', { name: 'c:a.json' }],
    ['invalid characters in fileName', { name: 'a\\b.json' }],
    [String.raw`has a name with a control character: "a\u0000.json"`, { name: 'a\0.json' }],
    ['has an entry without a name: ""', { name: '' }],
    ['link is no plain file, but a link or a device', link],
    ['pipe is no plain file, but a link or a device', pipe],
    ['has two entries of the name b.json', { name: 'b.json' }],
    ['two entries of the name b.json', { name: 'B.JSON' }],
    ['two entries of the name', { name: 'e\u0301' }],
    ['a.json is encrypted', { ...sound, flags: 1 }],
    ['a.json is compressed by method 12', { ...sound, method: 12 }],
    ['lib/More.ZIP is a zip in a zip; unpack the outer one', { name: 'lib/More.ZIP' }],
    ['folder/ is a folder that has bytes', { name: 'folder/' }],
    [isBomb, { name: 'a', method: 0, says: { packedBytes: 20, bytes: 20 } }],
    // A header before the data that differs. Sizes behind the data allow zeros before it, and nothing else.
    [differs, { ...sound, header: { name: 'b.json' } }],
    [differs, { ...sound, header: { bytes: 3 } }],
    [differs, { ...sound, header: { packedBytes: 1 } }],
    [differs, { ...sound, header: { crc: 1 } }],
    [differs, { ...sound, header: { bytes: 0 } }],
    [differs, { ...sound, descriptor: true, header: { bytes: 3 } }],
  ])('%s: entry %j', async (reason, entry) => {
    const others = ['b.json', '\u00e9'].map((name) => ({ name, data: 'x' }));
    zipOf([...others, { name: 'x', data: 'x', ...entry }]);
    expect(await refusalAtOpening()).toContain(reason);
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
    rmSync(path, { force: true });
    expect(await refusalAtOpening()).toMatch(/^cannot be read as a zip: ENOENT/);
    const zip = makeZip([{ ...sound, zip64: true }], { zip64: true });
    zip.writeBigUInt64LE(BigInt(ZIP_MAX_ENTRIES + 1), zip.length - 22 - 20 - 56 + 24);
    zip.writeBigUInt64LE(BigInt(ZIP_MAX_ENTRIES + 1), zip.length - 22 - 20 - 56 + 32);
    writeFileSync(path, zip);
    expect(await refusalAtOpening()).toBe(`has more than ${ZIP_MAX_ENTRIES} entries`);
  });
});

describe('refused while it is read', () => {
  const packed = makeZip([sound]);
  const whole = packed.subarray(36, 36 + packed.readUInt32LE(18));
  test.each<[reason: string, entry: Partial<MadeEntry>]>([
    ['a.json does not have the checksum that the zip says', { says: { crc: 7 } }],
    ['a.json does not have the checksum that the zip says', { method: 0, says: { crc: 7 } }],
    ['a.json has more bytes than the zip says', { says: { bytes: 3 } }],
    ['a.json has fewer bytes than the zip says', { says: { bytes: 300 } }],
    ['a.json cannot be unpacked: ', { packed: new Uint8Array([7, 7, 7, 7]) }],
    ['a.json ', { packed: whole.subarray(0, 4) }],
    ['a.json has bytes behind its packed data', { packed: Buffer.concat([whole, Buffer.from('hidden')]) }],
  ])('%s: case %#', async (reason, entry) => {
    zipOf([{ ...sound, ...entry }]);
    expect(await refusalAtReading()).toStartWith(reason);
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

  test('a reader that stops early leaves the other entries readable', async () => {
    zipOf([
      { name: 'a', data: 'x'.repeat(1_000_000) },
      { name: 'b', data: 'b' },
    ]);
    const zip = await openZip(path);
    for await (const _chunk of zip.entries[0]?.read() ?? []) break;
    const chunks = await Array.fromAsync(zip.entries[1]?.read() ?? []);
    expect(Buffer.concat(chunks).toString()).toBe('b');
    zip.close();
  });
});

const texts = ['{"a":1.0}', 'text '.repeat(5_000), ''] as const;
const entries: readonly MadeEntry[] = [
  { name: 'a.json', data: texts[0], descriptor: true },
  { name: 'folder/b.csv', data: texts[1], zip64: true },
  { name: 'c', data: texts[2], method: 0 },
];

/** Overwrites some bytes, cuts the end off, or puts a part of the zip into another place. */
function damage(zip: Buffer, random: Random): Buffer {
  const damaged = Buffer.from(zip);
  for (let changes = 1 + random(4); changes > 0; changes -= 1) damaged[random(damaged.length)] = random(256);
  if (random(4) === 0) damaged.copy(damaged, random(damaged.length), random(damaged.length));
  return random(8) === 0 ? damaged.subarray(0, random(damaged.length)) : damaged;
}

test(`a damaged zip is refused, or gives the bytes that were packed, from seed ${seed}`, async () => {
  const random = seeded(seed);
  const forms = [makeZip(entries), makeZip(entries, { zip64: true, comment: 'a comment' })];
  let refused = 0;
  const runs = amount(1_500, 50_000);
  for (let run = 0; run < runs; run += 1) {
    writeFileSync(path, damage(forms[run % 2] as Buffer, random));
    try {
      for (const text of Object.values(await contents())) expect(texts as readonly string[]).toContain(text);
    } catch (error) {
      if (!(error instanceof SourceUnreadable)) throw error;
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(runs / 4);
  expect(refused).toBeLessThan(runs);
}, 600_000);
