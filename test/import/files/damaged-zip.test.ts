// Zips with damaged bytes anywhere: each is refused, or gives the very bytes that were packed. None ends the process, or goes on for ever.
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openZip } from '../../../src/import/files/zip.ts';
import { SourceUnreadable } from '../../../src/import/source.ts';
import { amount } from '../../harness/nightly.ts';
import { type Random, seed, seeded } from '../../harness/seeded.ts';
import { useFolder } from '../test-folder.ts';
import { type MadeEntry, makeZip } from './made-zip.ts';

const folder = useFolder();

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

/** The texts of all files. */
async function textsIn(path: string): Promise<string[]> {
  const zip = await openZip(path);
  try {
    const read: string[] = [];
    for (const entry of zip.entries) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry.read()) chunks.push(chunk);
      read.push(Buffer.concat(chunks).toString());
    }
    return read;
  } finally {
    zip.close();
  }
}

test(`a damaged zip is refused, or gives the bytes that were packed, from seed ${seed}`, async () => {
  const random = seeded(seed);
  const forms = [makeZip(entries), makeZip(entries, { zip64: true, comment: 'a comment' })];
  const path = join(folder.path, 'damaged.zip');
  let refused = 0;
  const runs = amount(1_500, 50_000);
  for (let run = 0; run < runs; run += 1) {
    writeFileSync(path, damage(forms[run % 2] as Buffer, random));
    try {
      for (const text of await textsIn(path)) expect(texts as readonly string[]).toContain(text);
    } catch (error) {
      if (!(error instanceof SourceUnreadable)) throw error;
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(runs / 4);
  expect(refused).toBeLessThan(runs);
}, 600_000);
