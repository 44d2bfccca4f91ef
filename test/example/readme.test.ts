// The document of the examples: its lines of source are in the files that it names, and its picture is small.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dir, '../../examples');
const readme = readFileSync(join(folder, 'README.md'), 'utf8');

/** Blocks of TypeScript and GDScript, each with the source file that a link has named last. */
function quotes(): { readonly file: string; readonly text: string }[] {
  const parts = readme.matchAll(
    /\]\((?<file>(?:browser|godot)\/[\w/.-]+\.(?:ts|gd))\)|```(?:ts|gdscript)\n(?<text>[\s\S]*?)```/g,
  );
  const found: { readonly file: string; readonly text: string }[] = [];
  let last = '';
  for (const { groups } of parts) {
    if (groups?.file !== undefined) last = groups.file;
    else found.push({ file: last, text: groups?.text ?? '' });
  }
  return found;
}

test('every quoted line of source is in the file that the document names', () => {
  expect(quotes().length).toBeGreaterThan(8);
  const lost = quotes().filter(({ file, text }) => !readFileSync(join(folder, file), 'utf8').includes(text));
  expect(lost).toEqual([]);
});
