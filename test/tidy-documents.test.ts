// The rules for documents that a test can check: short lines, one form of decisions, plain language, links and names that exist.
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { settingNames } from '../src/config/registry.ts';
import * as limits from '../src/limits.ts';
import * as tuning from '../src/tuning.ts';
import { deadWords } from './harness/dead-words.ts';

const root = join(import.meta.dir, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const list = (pattern: string): string[] => [...new Bun.Glob(pattern).scanSync(root)].sort();

const documents = [
  ...list('*.md'),
  ...list('docs/**/*.md'),
  ...list('{examples,client,console,server-client}/*.md'),
  ...list('sdks/*/*.md'),
];
const code = [...list('src/**/*.{ts,sql}'), ...list('test/**/*.ts'), ...list('bench/**/*.ts')];

const maxColumns = 120;
const maxDecisionLines = 40;

/** Prose alone: rows of tables, code, and links that cannot be broken are exempt. */
function longLines(text: string): string[] {
  let isCode = false;
  return text.split('\n').filter((line) => {
    if (line.trimStart().startsWith('```')) isCode = !isCode;
    if (isCode || line.startsWith('|')) return false;
    const isUnbreakable = !/\S\s+\S/.test(line.replace(/^\s*(?:[-*]|\d+\.|\[[^\]]+\]:)\s+/, ''));
    return [...line].length > maxColumns && !isUnbreakable;
  });
}

describe('lines of documents', () => {
  test('the check finds long lines, and exempts tables, code and links', () => {
    const long = 'word '.repeat(30).trim();
    const fence = `\`\`\`\n${long}\n\`\`\``;
    const spared = [`| ${long} |`, fence, `- [x](${'y'.repeat(130)})`, `[x]: https://${'y'.repeat(130)}`];
    expect(longLines(`${long}\n${spared.join('\n')}`)).toEqual([long]);
  });

  test.each(documents)('%s: at most 120 characters', (path) => {
    expect(longLines(read(path))).toEqual([]);
  });
});

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

  test('stand once in the index, under a subject, with their titles and statuses', () => {
    const rows = files.map((path) => {
      const [, title] = /^# \d{4} · (.*)/.exec(read(path)) ?? [];
      const [, status] = /^Status: (.*), /m.exec(read(path)) ?? [];
      return `| [${numberOf(path)}](${basename(path)}) | ${title} | ${status} |`;
    });
    const rowsIn = (text: string): string[] => text.match(/^\| \[.*/gm) ?? [];
    const [introduction = '', ...subjects] = read(`${folder}/README.md`).split(/^## /m);
    expect(rowsIn(introduction)).toEqual([]);
    expect(subjects.length).toBeGreaterThan(5);
    for (const subject of subjects) {
      const listed = rowsIn(subject);
      const name = subject.split('\n')[0];
      expect([name, listed.length > 1, listed]).toEqual([name, true, listed.toSorted()]);
    }
    expect(subjects.flatMap(rowsIn).sort()).toEqual(rows);
  });

  test('exist for every number that code or a document cites', () => {
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
    const manifests = ['package.json', 'site/package.json'].map((path) => JSON.parse(read(path)));
    const explained = files.map(read).join('\n').match(/^\|.*/gm)?.join('\n');
    const names = manifests.flatMap((manifest) =>
      Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }),
    );
    const unexplained = names.filter(
      (name) => !name.startsWith('@types/') && !explained?.includes(`\`${name}\``),
    );
    expect(unexplained).toEqual([]);
    const rows = files
      .filter((path) => path.endsWith('-dependencies.md'))
      .flatMap((path) => [...read(path).matchAll(/^\| (?<cell>`[^|]*`) \|/gm)]);
    const inRows = rows.flatMap(({ groups }) => groups?.cell?.match(/[^`, ]+/g) ?? []);
    expect(inRows.filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('names in documents', () => {
  /** Links of the project's own, as file and fragment. */
  const links = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:)(?<file>[^)#\s]*)(?:#(?<fragment>[^)\s]*))?\)/g)].map(
      ({ groups }) => ({ path, file: groups?.file ?? '', fragment: groups?.fragment }),
    ),
  );
  const targetOf = ({ path, file }: { path: string; file: string }): string =>
    file === '' ? path : join(dirname(path), file);

  /** The fragments of a document's headings, as GitHub makes them. */
  const fragmentsOf = (path: string): string[] =>
    [...read(path).matchAll(/^#+ (?<title>.*)/gm)].map(({ groups }) =>
      (groups?.title ?? '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  test('every link leads to a file', () => {
    expect(links.length).toBeGreaterThan(200);
    const lost = links.filter((link) => !existsSync(join(root, targetOf(link))));
    expect(lost).toEqual([]);
  });

  test('every fragment of a link is a heading', () => {
    const lost = links.filter(
      (link) => link.fragment !== undefined && !fragmentsOf(targetOf(link)).includes(link.fragment),
    );
    expect(lost).toEqual([]);
  });

  test('every file named by its path exists, from the root or from the document', () => {
    const lost = documents.flatMap((path) =>
      [...read(path).matchAll(/(?<![\w/.-])(?:src|test|bench|docs)\/[\w./-]*\w\/?/g)]
        .map(([name]) => name)
        .filter((name) => !existsSync(join(root, name)) && !existsSync(join(root, dirname(path), name)))
        .map((name) => `${path}: ${name}`),
    );
    expect(lost).toEqual([]);
  });

  test('every file in the diagram exists', () => {
    const diagram = /```\n(?<text>[\s\S]*?)```/.exec(read('docs/architecture.md'))?.groups?.text ?? '';
    const names = [...diagram.matchAll(/[\w/-]+\.ts\b/g)].map(([name]) => name);
    expect(names.length).toBeGreaterThan(10);
    const sources = list('src/**/*.ts');
    expect(names.filter((name) => !sources.some((path) => `/${path}`.endsWith(`/${name}`)))).toEqual([]);
  });
});

describe('docs/caches.md', () => {
  test('has every file that makes a cache', () => {
    const makers = list('src/**/*.ts').filter(
      (path) =>
        path !== 'src/lib/bounded-cache.ts' &&
        /\b(?:createKeyCache|createBoundedCache|new LRUCache)[<(]/.test(read(path)),
    );
    expect(makers.length).toBeGreaterThan(2);
    expect(makers.filter((path) => !read('docs/caches.md').includes(`(../${path})`))).toEqual([]);
  });
});

describe('docs/limits.md', () => {
  const page = read('docs/limits.md');
  const [reached = '', tuned = ''] = page.split('\n## Bounds that are tuning\n');
  const namesIn = (text: string): string[] =>
    [...text.matchAll(/`(?<name>[A-Z]+(?:_[A-Z]+)+)`/g)].map(({ groups }) => groups?.name ?? '');

  test('has every constant of limits.ts in one half and of tuning.ts in the other', () => {
    const constantsIn = (text: string): string[] =>
      [...new Set(namesIn(text))]
        .filter((name) => !(settingNames as readonly string[]).includes(name))
        .sort();
    // The table of refusals also names the tuning behind a limit.
    expect(constantsIn(reached).filter((name) => !(name in tuning))).toEqual(Object.keys(limits).sort());
    expect(constantsIn(tuned)).toEqual(Object.keys(tuning).sort());
  });

  test('has every setting that is an amount', () => {
    const amounts = settingNames.filter((name) =>
      /_(?:BYTES|SECONDS|MILLISECONDS|DAYS|VERSIONS|SIZE|MINUTE)$/.test(name),
    );
    expect(amounts.length).toBeGreaterThan(10);
    expect(amounts.filter((name) => !namesIn(page).includes(name))).toEqual([]);
  });
});

describe('the language of documents', () => {
  /** Without tables, code and links' targets, as one line a paragraph or item. */
  const proseOf = (path: string): string[] =>
    read(path)
      .replaceAll(/```[\s\S]*?```/g, '')
      .replaceAll(/^(?:\||#|<!--).*$/gm, '')
      .replaceAll(/`[^`]*`/g, '`code`')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
      .map((text) => text.replaceAll(/\s+/g, ' ').trim());

  test.each(documents)('%s: no sentence begins with what, who or whoever', (path) => {
    const riddles = proseOf(path).flatMap((text) =>
      [
        ...text.matchAll(
          /(?:^(?:[-*] )?|[.:;] )(?<sentence>(?:What|Who|Whoever|Whose|Of two that)\b[^.:;?]*[.:;?]?)/g,
        ),
      ]
        .map(({ groups }) => groups?.sentence ?? '')
        .filter((sentence) => !/[?:]$/.test(sentence)),
    );
    expect(riddles).toEqual([]);
  });

  test.each(documents)('%s: no private name stands for a term of the glossary', (path) => {
    const text = proseOf(path).join('\n');
    expect([...text.matchAll(deadWords)].map(([word]) => word)).toEqual([]);
  });
});
