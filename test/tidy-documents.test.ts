// The rules for documents that can be held by a test: short lines, decisions of one form, links and names that lead somewhere.
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(import.meta.dir, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const list = (pattern: string): string[] => [...new Bun.Glob(pattern).scanSync(root)].sort();

const documents = [...list('*.md'), ...list('docs/**/*.md')];
const code = [...list('src/**/*.{ts,sql}'), ...list('test/**/*.ts'), ...list('bench/**/*.ts')];

const maxDecisionLines = 40;

describe('decisions', () => {
  const folder = 'docs/decisions';
  const files = list(`${folder}/*.md`).filter((path) => !path.endsWith('README.md'));
  const numberOf = (path: string): string => basename(path).slice(0, 4);

  test('are numbered without a gap', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.map(numberOf)).toEqual(files.map((_, index) => String(index + 1).padStart(4, '0')));
  });

  test.each(files)('%s has the form and the length', (path) => {
    const text = read(path);
    const { number, status = '' } =
      /^# (?<number>\d{4}) · \S.*\n\nStatus: (?<status>.*), \d{4}-\d\d-\d\d\n\n## Context\n\n\S[\s\S]*\n\n## Decision\n\n\S[\s\S]*\n\n## Consequences\n\n\S/.exec(
        text,
      )?.groups ?? {};
    expect(number).toBe(numberOf(path));
    expect(status).toMatch(/^(?:accepted|superseded by \[(?<by>\d{4})\]\(\k<by>-[a-z0-9-]+\.md\))$/);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(maxDecisionLines);
    expect(text.match(/^#.*/gm)).toHaveLength(4);
  });

  test('are all in the index, with their titles and statuses', () => {
    const rows = files.map((path) => {
      const [, title] = /^# \d{4} · (.*)/.exec(read(path)) ?? [];
      const [, status] = /^Status: (.*), /m.exec(read(path)) ?? [];
      return `| [${numberOf(path)}](${basename(path)}) | ${title} | ${status} |`;
    });
    const index = [...read(`${folder}/README.md`).matchAll(/^\| \[.*/gm)];
    expect(index.map(([row]) => row)).toEqual(rows);
  });

  test('are there wherever code or a document cites one by its number', () => {
    const numbers = new Set(files.map(numberOf));
    const lost = [...code, ...documents].flatMap((path) =>
      [...read(path).matchAll(/\bdecisions?[ /](?<number>\d{4})\b/gi)]
        .filter(({ groups }) => !numbers.has(groups?.number ?? ''))
        .map(([citation]) => `${path}: ${citation}`),
    );
    expect(lost).toEqual([]);
    expect(read('bench/writer-thread.ts')).toMatch(/decision \d{4}/);
  });

  test('explain every dependency in a row of a table', () => {
    const manifest = JSON.parse(read('package.json'));
    const explained = files.map(read).join('\n').match(/^\|.*/gm)?.join('\n');
    const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    const unexplained = names.filter(
      (name) => !name.startsWith('@types/') && !explained?.includes(`\`${name}\``),
    );
    expect(unexplained).toEqual([]);
  });
});

describe('what documents name', () => {
  test('every link leads somewhere', () => {
    const links = [...list('*.md'), ...list('docs/*.md')].flatMap((path) =>
      [...read(path).matchAll(/\]\((?<link>[^)#:\s]+)(?:#[^)]*)?\)/g)].map(({ groups }) => ({
        path,
        link: groups?.link ?? '',
      })),
    );
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ path, link }) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
  });
});
