// The pictures of README.md: they are there, and `npm run screenshots` still makes such pictures.
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDemo, startDemo } from '../../../src/demo/demo.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createLog } from '../../../src/lib/log.ts';
import { desktop, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { consoleFilesOf } from '../../../test/harness/built-console.ts';
import { temporaryDirectory } from '../../../test/harness/engines.ts';
import { readmeShots, takeShots } from '../../screenshots.ts';

const root = join(import.meta.dir, '../../..');
const maxBytes = 300_000;

/** The size that the header of a PNG tells (PNG, section 11.2.2). */
function sizeOfPng(path: string): { readonly width: number; readonly height: number } {
  const bytes = readFileSync(path);
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

test('README shows the overview, light and dark', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [picture = ''] = /<picture>.*?<\/picture>/s.exec(readme) ?? [];
  const named = [...picture.matchAll(/(?:src|srcset)="(?<path>[^"]+\.png)"/g)].map(
    ({ groups }) => groups?.path,
  );
  const made = readmeShots('docs/images').map(({ file }) => file);
  expect(named.toSorted()).toEqual(made.toSorted());
  for (const file of made) {
    const path = join(root, file);
    expect([file, existsSync(path)]).toEqual([file, true]);
    expect(sizeOfPng(path)).toEqual(desktop);
    expect(statSync(path).size).toBeLessThan(maxBytes);
  }
  expect(readme.indexOf('<picture>')).toBeLessThan(readme.indexOf('## Start'));
});

describe.skipIf(whyNoBrowser !== undefined)(`npm run screenshots${skippedNote}`, () => {
  test('makes pictures of the demo in both colour schemes', async () => {
    using temporary = temporaryDirectory();
    const consoleFiles = await consoleFilesOf();
    const log = createLog({ level: 'silent', production: true });
    const demo = await startDemo(prepareDemo({}), { clock: systemClock, log, consoleFiles }, 300);
    try {
      const shots = readmeShots(temporary.directory);
      await takeShots(demo.signInUrl, shots);
      for (const { file } of shots) {
        expect(sizeOfPng(file)).toEqual(desktop);
        // A page without charts and figures takes a third of that.
        expect(statSync(file).size).toBeWithin(70_000, maxBytes);
      }
      const [light, dark] = shots.map(({ file }) => readFileSync(file));
      expect(light?.equals(dark ?? Buffer.alloc(0))).toBe(false);
    } finally {
      await demo.stop();
    }
  });
});
