// Every page of the documentation site stands in a sidebar exactly once, also a page that the list does not know yet.
import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { excludedPatterns, listPages, sitePath } from '../../site/pages.ts';
import { filesUrlOf } from '../../site/repository.ts';
import {
  decisionIndex,
  decisionSidebar,
  mainSidebar,
  type SidebarGroup,
  subjects,
} from '../../site/sidebar.ts';
import { temporaryDirectory } from '../harness/engines.ts';

const root = join(import.meta.dir, '../..');
const linksIn = (groups: readonly SidebarGroup[]): string[] =>
  groups.flatMap(({ items }) => items.map(({ link }) => link));

describe('the pages of the site', () => {
  const pages = listPages();

  test('are the documents of the repository, and those of clients and examples', () => {
    for (const page of [
      'README.md',
      'docs/api.md',
      decisionIndex,
      'client/README.md',
      'sdks/godot/README.md',
    ])
      expect(pages).toContain(page);
    const documents = [...new Bun.Glob('docs/**/*.md').scanSync(root)];
    expect(documents.filter((page) => !pages.includes(page))).toEqual([]);
  });

  test('are all Markdown files but the excluded ones', () => {
    const excluded = excludedPatterns().map((pattern) => new Bun.Glob(pattern));
    const files = [...new Bun.Glob('**/*.md').scanSync(root)].filter(
      (path) => !path.includes('node_modules/'),
    );
    const kept = files.filter((path) => !excluded.some((glob) => glob.match(path)));
    expect(kept.toSorted()).toEqual(pages);
  });

  test('lie at their own paths, and a README is the first page of its folder', () => {
    expect(['README.md', 'docs/api.md', 'docs/operations/README.md'].map(sitePath)).toEqual([
      'index.md',
      'docs/api.md',
      'docs/operations/index.md',
    ]);
    expect(new Set(pages.map(sitePath)).size).toBe(pages.length);
  });
});

describe('the sidebar', () => {
  const pages = listPages();

  test('has every page exactly once', () => {
    const [own, ...groups] = decisionSidebar();
    expect(own?.items.map(({ link }) => link)).toEqual(['/index.md', `/${sitePath(decisionIndex)}`]);
    const links = [...linksIn(mainSidebar(pages)), ...linksIn(groups)];
    expect(links.toSorted()).toEqual(pages.map((page) => `/${sitePath(page)}`).toSorted());
  });

  test('names pages that exist', () => {
    const named = subjects.flatMap((subject) => subject.pages.map((entry) => [entry].flat()[0] ?? ''));
    expect(named.filter((page) => !existsSync(join(root, page)))).toEqual([]);
  });

  test('takes a new page along, under the subject of its folder', async () => {
    using folder = temporaryDirectory();
    for (const page of pages) await Bun.write(join(folder.directory, page), '# A page\n');
    const added = [
      'docs/settings.md',
      'docs/operations/backup.md',
      'sdks/other/README.md',
      'sdks/other/CHANGELOG.md',
    ];
    for (const page of added) await Bun.write(join(folder.directory, page), '# The `new` one\n');
    const groups = mainSidebar(listPages(folder.directory), folder.directory);
    const places = groups.flatMap(({ text, items }) =>
      items.filter((item) => item.text === 'The new one').map(({ link }) => `${text}: ${link}`),
    );
    expect(places).toEqual([
      'Clients: /sdks/other/index.md',
      'Operations: /docs/operations/backup.md',
      'Reference: /docs/settings.md',
      'Changes: /sdks/other/CHANGELOG.md',
    ]);
  });
});

describe('the address of files', () => {
  test('is that of the repository of package.json, where it names one', () => {
    expect(filesUrlOf({})).toBeUndefined();
    const url = 'git+https://example.com/team/playkeep.git';
    expect(filesUrlOf({ repository: { url } })).toBe('https://example.com/team/playkeep/blob/HEAD/');
    expect(filesUrlOf({ repository: 'https://example.com/p' })).toBe('https://example.com/p/blob/HEAD/');
  });
});
