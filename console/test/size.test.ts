// The size of the console as browsers load it: the first page, and each part that is loaded when needed.
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { builtConsole } from '../../test/harness/built-console.ts';

const firstLoadMaxBytes = 200 * 1024;
/** The largest part is the editor of JSON. */
const partMaxBytes = 180 * 1024;

const sizeOf = (path: string): number => readFileSync(path).length;

test('the first load is at most 200 KB compressed, and each later part at most 180 KB', async () => {
  const { directory, entry } = await builtConsole();
  const asset = (name: string) => join(directory, 'assets', name);
  const page = brotliCompressSync(readFileSync(join(directory, 'index.html'))).length;
  const script = sizeOf(asset(`${entry.script}.br`));
  const styles = sizeOf(asset(`${entry.styles}.br`));
  // The entry imports further parts only by `import()`; otherwise they would belong to the first load.
  const source = readFileSync(asset(entry.script), 'utf8');
  expect(source).not.toMatch(/(?:^|[;}])import\s*(?:["'{*]|\w+\s+from)/);
  expect(script).toBeGreaterThan(50_000);
  expect(page + script + styles).toBeLessThanOrEqual(firstLoadMaxBytes);
  const parts = readdirSync(join(directory, 'assets')).filter((name) => /^part\..*\.js\.br$/.test(name));
  expect(parts.length).toBeGreaterThan(5);
  const large = parts.filter((name) => sizeOf(asset(name)) > partMaxBytes);
  expect(large).toEqual([]);
}, 120_000);
