// The table of settings in docs/settings.md, made from the registry: `npx bun test/config/settings-table.ts` rewrites it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registry, type Setting } from '../../src/config/registry.ts';

const begin = '<!-- settings: made by `npx bun test/config/settings-table.ts` -->\n';
const end = '<!-- settings end -->\n';

export const settingsPath = join(import.meta.dir, '../../docs/settings.md');

/** A row for each setting, in the order of the registry. */
export function makeTable(): string {
  const rows = Object.entries<Setting>(registry).map(
    ([name, setting]) =>
      `| \`${name}\` | ${defaultOf(setting)} | ${setting.parser.takes} | ${linkedFromDocs(setting.meaning)} |\n`,
  );
  return `| Variable | Default | Values | Meaning |\n|---|---|---|---|\n${rows.join('')}`;
}

/** The links of a text lead from the root. */
const linkedFromDocs = (text: string): string => text.replaceAll('](docs/', '](');

function defaultOf({ default: preset }: Setting): string {
  if (preset === undefined) return '–';
  if (typeof preset === 'string') return `\`${preset}\``;
  return 'description' in preset
    ? preset.description
    : `\`${preset.elsewhere}\`; in production \`${preset.production}\``;
}

/** The page with a new table between its two marks. */
export function withTable(page: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/settings.md has lost a mark: ${begin}${end}`);
  return `${page.slice(0, from + begin.length)}\n${makeTable()}\n${page.slice(to)}`;
}

if (import.meta.main) writeFileSync(settingsPath, withTable(readFileSync(settingsPath, 'utf8')));
