// What documents name is there: files, headings, decisions, tests. And what the source has is in its document: limits, caches, errors,
// routes.
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingNames } from '../src/config/registry.ts';
import { errorCatalogue } from '../src/errors/errors.ts';
import { keyPresets } from '../src/keys/presets.ts';
import * as limits from '../src/limits.ts';
import { routeTable } from '../src/routes.ts';
import * as tuning from '../src/tuning.ts';

const root = join(import.meta.dir, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const list = (pattern: string): string[] => [...new Bun.Glob(pattern).scanSync(root)].sort();

const documents = [
  ...list('*.md'),
  ...list('docs/**/*.md'),
  ...list('{examples,client,console,server-client}/*.md'),
  ...list('sdks/*/*.md'),
];

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
});

test('docs/operations/configure.md has the presets of keys with their scopes', () => {
  const rows = [...read('docs/operations/configure.md').matchAll(/^\| `([\w-]+)` \| (`\w+:.*?|all) \|/gm)];
  expect(rows.map(([, name, scopes]) => [name, scopes])).toEqual(
    keyPresets.map(({ name, scopes }) => [
      name,
      name === 'all' ? 'all' : scopes.map((scope) => `\`${scope}\``).join(', '),
    ]),
  );
});

test('each client in a document names its player, without whom no save opens offline', () => {
  const makers = [
    [/\bcreateClient\(\{/, /\bplayer\b/],
    [/\bnew PlaykeepOptions\(/, /\bPlayerId =/],
    [/\bPlaykeep\.configure\(\{/, /"player"/],
  ] as const;
  const blocks = documents.flatMap((path) =>
    [...read(path).matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, code = '']) => ({ path, code })),
  );
  for (const [maker, player] of makers) {
    const making = blocks.filter(({ code }) => maker.test(code));
    expect(making.length).toBeGreaterThan(0);
    expect(making.filter(({ code }) => !player.test(code))).toEqual([]);
  }
});

test('no document counts the alerts, whose number changes', () => {
  expect(documents.filter((path) => /\d+ alerts/.test(read(path)))).toEqual([]);
});

describe('nothing is undocumented or untested', () => {
  const tested = list('test/**/*.ts')
    .filter((path) => path.endsWith('.test.ts') || path.includes('hostile'))
    .map(read)
    .join('\n');
  const api = read('docs/api.md');

  test('every error is in docs/api.md and in a test', () => {
    for (const { statusCode, message } of Object.values(errorCatalogue)) {
      expect([message, api.includes(`| ${statusCode} | ${message} |`)]).toEqual([message, true]);
      expect([message, tested.includes(message)]).toEqual([message, true]);
    }
  });

  test('every route is in docs/api.md or docs/server-api.md', () => {
    const pages = api + read('docs/server-api.md');
    // Routes of one player have a path by player id too, and are described once.
    const described = (path: string): string => path.replace('/by-id/:playerId', '/:sequentialId');
    const missing = routeTable.filter(
      ({ method, path }) => !pages.includes(`\`${method} ${described(path)}\``),
    );
    expect(pages).toContain('## By player id');
    expect(missing.map((route) => route.path)).toEqual([]);
  });

  test('every claim of SECURITY.md names a test that exists', () => {
    const rows = read('SECURITY.md')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| Threat '));
    expect(rows.length).toBeGreaterThan(30);
    for (const row of rows) {
      const shownBy = row.split(' | ').at(-1) ?? '';
      const claims = [...shownBy.matchAll(/`(?<path>(?:[\w-]+\/)?test\/[^`]+)`(?<titles>(?: "[^"]+",?)+)/g)];
      expect([row, claims.length > 0]).toEqual([row, true]);
      for (const { groups } of claims) {
        const text = read(groups?.path ?? '');
        for (const [, title = ''] of (groups?.titles ?? '').matchAll(/"([^"]+)"/g)) {
          expect([groups?.path, title, text.includes(title)]).toEqual([groups?.path, title, true]);
        }
      }
    }
  });
});
