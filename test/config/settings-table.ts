// README's table of settings, made from the registry: `npx bun test/config/settings-table.ts` rewrites it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registry, type Setting } from '../../src/config/registry.ts';

const begin = '<!-- settings: made by `npx bun test/config/settings-table.ts` -->\n';
const end = '<!-- settings end -->\n';

export const readmePath = join(import.meta.dir, '../../README.md');

/** A row for each setting, in the order of the registry. */
export function makeTable(): string {
  const rows = Object.entries<Setting>(registry).map(
    ([name, setting]) =>
      `| \`${name}\` | ${defaultOf(setting)} | ${setting.parser.takes} | ${setting.meaning} |\n`,
  );
  return `| Variable | Default | Values | Meaning |\n|---|---|---|---|\n${rows.join('')}`;
}

function defaultOf({ default: preset }: Setting): string {
  if (preset === undefined) return '–';
  if (typeof preset === 'string') return `\`${preset}\``;
  return 'description' in preset
    ? preset.description
    : `\`${preset.elsewhere}\`; in production \`${preset.production}\``;
}

/** README with a new table between its two marks. */
export function withTable(readme: string): string {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error(`README.md has lost a mark: ${begin}${end}`);
  return `${readme.slice(0, from + begin.length)}\n${makeTable()}\n${readme.slice(to)}`;
}

if (import.meta.main) writeFileSync(readmePath, withTable(readFileSync(readmePath, 'utf8')));
