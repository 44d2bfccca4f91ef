// The documentation site: every page has a place in a sidebar, links of the Markdown work there, and the check of the built site finds each
// kind of dead link.
import { describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findDeadLinks } from '../../site/dead-links.ts';
import { convertHtml, convertTokens, isNameOf, resolveLink, slugOf, type Token } from '../../site/links.ts';
import { excludedPatterns, listPages, sitePath } from '../../site/pages.ts';
import { filesUrlOf } from '../../site/repository.ts';
import { decisionIndex, decisionSidebar, mainSidebar, type SidebarGroup } from '../../site/sidebar.ts';
import { temporaryDirectory } from '../harness/engines.ts';

const root = join(import.meta.dir, '../..');

describe('the pages', () => {
  const pages = listPages();
  const linksIn = (groups: readonly SidebarGroup[]): string[] =>
    groups.flatMap(({ items }) => items.map(({ link }) => link));

  test('are all Markdown files but the excluded ones', () => {
    const excluded = excludedPatterns().map((pattern) => new Bun.Glob(pattern));
    const files = [...new Bun.Glob('**/*.md').scanSync(root)].filter(
      (path) => !path.includes('node_modules/') && !excluded.some((glob) => glob.match(path)),
    );
    expect(files.toSorted()).toEqual(pages);
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/api.md', 'client/README.md']));
  });

  test('lie at their own paths, and a README is the first page of its folder', () => {
    expect(['README.md', 'docs/api.md', 'docs/operations/README.md'].map(sitePath)).toEqual([
      'index.md',
      'docs/api.md',
      'docs/operations/index.md',
    ]);
    expect(new Set(pages.map(sitePath)).size).toBe(pages.length);
  });

  test('are in a sidebar exactly once', () => {
    const [own, ...groups] = decisionSidebar();
    expect(own?.items.map(({ link }) => link)).toEqual(['/index.md', `/${sitePath(decisionIndex)}`]);
    const links = [...linksIn(mainSidebar(pages)), ...linksIn(groups)];
    expect(links.toSorted()).toEqual(pages.map((page) => `/${sitePath(page)}`).toSorted());
  });

  test('that are new come under the subject of their folder', async () => {
    using folder = temporaryDirectory();
    for (const page of pages) await Bun.write(join(folder.directory, page), '# A page\n');
    const added = [
      ['docs/settings.md', 'Reference: /docs/settings.md'],
      ['docs/operations/backup.md', 'Operations: /docs/operations/backup.md'],
      ['sdks/other/README.md', 'Clients: /sdks/other/index.md'],
      ['sdks/other/CHANGELOG.md', 'Changes: /sdks/other/CHANGELOG.md'],
    ] as const;
    for (const [page] of added) await Bun.write(join(folder.directory, page), '# The `new` one\n');
    const places = mainSidebar(listPages(folder.directory), folder.directory).flatMap(({ text, items }) =>
      items.filter((item) => item.text === 'The new one').map(({ link }) => `${text}: ${link}`),
    );
    expect(places.toSorted()).toEqual(added.map(([, place]) => place).toSorted());
  });
});

const inDocs = {
  page: 'docs/limits.md',
  pages: new Set(['README.md', 'docs/api.md', 'docs/limits.md', 'docs/operations/README.md']),
};
const page = (href: string) => ({ kind: 'page', href });
const file = expect.objectContaining({ kind: 'file' });

test.each([
  ['api.md', page('./api.html')],
  ['api.md#counters', page('./api.html#counters')],
  ['../README.md#settings', page('./../index.html#settings')],
  ['operations/README.md', page('./operations/index.html')],
  ['operations/', page('./operations/index.html')],
  ['../src/limits.ts', file],
  ['../LICENSE', file],
  ['../bench/', file],
  ['lost.md', file],
  ['https://example.com/', undefined],
  ['mailto:a@example.com', undefined],
  ['#here', undefined],
  ['/docs', undefined],
  ['', undefined],
])('the link %j leads to its page or to a file, or stays', (href, place) => {
  expect(resolveLink(href, inDocs)).toEqual(place as never);
});

/** A token with an address. */
function tokenOf(type: string, content = '', href?: string): Token {
  const attributes = new Map(href === undefined ? [] : [['href', href]]);
  return {
    type,
    content,
    children: null,
    attrGet: (name) => attributes.get(name) ?? null,
    attrSet: (name, value) => void attributes.set(name, value),
  };
}

/** The types of the tokens of a paragraph, with their addresses or contents. */
function converted(children: Token[], filesUrl?: string) {
  const paragraph: Token = { ...tokenOf('inline'), children };
  convertTokens([paragraph], { ...inDocs, filesUrl, makeToken: tokenOf });
  return paragraph.children?.map(({ type, content, attrGet }) => `${type} ${attrGet('href') ?? content}`);
}

describe('the text of a link', () => {
  const link = (text: string, href: string) => [
    tokenOf('link_open', '', href),
    tokenOf('text', text),
    tokenOf('link_close'),
  ];

  test.each([
    ['limits.ts', ['code_inline src/limits.ts']],
    ['the limits', ['text the limits', 'text  (', 'code_inline src/limits.ts', 'text )']],
  ])('%s, which names a file or says something else, becomes or keeps the path', (text, tokens) => {
    expect(converted(link(text, '../src/limits.ts'))).toEqual(tokens);
  });

  test('stays where the link leads to a page, or to a file of a repository with an address', () => {
    const rest = ['text API', 'link_close '];
    expect(converted(link('API', 'api.md'))).toEqual(['link_open ./api.html', ...rest]);
    const url = 'https://example.com/p/';
    expect(converted(link('API', '../src/api.ts'), url)).toEqual([`link_open ${url}src/api.ts`, ...rest]);
  });

  test('with double braces stays text, also as code', () => {
    const code = tokenOf('code_inline', '{{ b }}');
    expect(converted([tokenOf('text', 'a {{ b }}'), tokenOf('text', '{c}'), code])).toEqual([
      'html_inline <span v-pre>',
      'text a {{ b }}',
      'html_inline </span>',
      'text {c}',
      'code_inline {{ b }}',
    ]);
    expect(code.attrGet('v-pre')).toBe('');
  });

  test.each([
    ['`src/limits.ts`', 'src/limits.ts', true],
    ['admission/', 'src/admission/', true],
    ['its.ts', 'src/limits.ts', false],
    ['', 'src/limits.ts', false],
  ])('%s names the end of the path %s: %p', (text, path, isName) => {
    expect(isNameOf(text, path)).toBe(isName);
  });
});

test.each([
  [
    `<picture>
<source media="(prefers-color-scheme: dark)" srcset="docs/images/dark.png">
<img src="docs/images/light.png" alt="The console">
</picture>`,
    '<img class="light-only" src="./docs/images/light.png" alt="The console"><img class="dark-only" src="./docs/images/dark.png" alt="The console">',
  ],
  [
    '<a href="docs/api.md"><img src="docs/images/a.png"></a><a href="https://example.com"></a>',
    '<a href="./docs/api.html"><img src="./docs/images/a.png"></a><a href="https://example.com"></a>',
  ],
  ['<img src="https://example.com/a.png">', '<img src="https://example.com/a.png">'],
])('HTML in Markdown gets the pictures and links of the site (%#)', (html, made) => {
  expect(convertHtml(html, { ...inDocs, page: 'README.md' })).toBe(made);
});

test('headings have the fragments of GitHub, and files the address of the repository, where package.json names one', () => {
  expect(['`GET /api/game/metadata/:id`', 'What is new?', 'Sign-in'].map(slugOf)).toEqual([
    'get-apigamemetadataid',
    'what-is-new',
    'sign-in',
  ]);
  expect(filesUrlOf({})).toBeUndefined();
  for (const repository of [{ url: 'git+https://example.com/p.git' }, 'https://example.com/p'])
    expect(filesUrlOf({ repository })).toBe('https://example.com/p/blob/HEAD/');
});

describe('the check of the built site', () => {
  const good = {
    'index.html': `<h1 id="playkeep">Playkeep</h1><a href="./docs/api.html#who-&amp;-what">API</a><a href="#playkeep">up</a>
    <a href="./docs/">all</a><a href="https://example.com/#there">elsewhere</a><a href="mailto:a@example.com">write</a>
    <img src="./assets/a.png"><img srcset="./assets/a.png 1x, data:image/png;base64,AA== 2x">`,
    'docs/api.html': '<h2 id="who-&amp;-what">Who</h2><a href="../index.html?x=1#playkeep">front</a>',
    'docs/index.html': '<link rel="icon" href="data:,"><script src="../assets/a.js"></script>',
    'assets/a.png': '',
    'assets/a.js': '',
  };

  function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }

  test.each([
    ['<a href="./ap.html">', './ap.html leads to no file'],
    ['<a href="../assets/">', '../assets/ leads to no file'],
    ['<a href="api.html#whom">', 'api.html#whom leads to no element of its page'],
    ['<a href="#here">', '#here leads to no element of its page'],
    ['<img src="b.png">', 'b.png leads to no file'],
    ['<source srcset="../assets/a.png, b.png 2x">', 'b.png leads to no file'],
    ['<a href="/docs/">', '/docs/ leaves the folder of the site'],
    ['<a href="../../x.html">', '../../x.html leaves the folder of the site'],
    [
      '<script src="https://cdn.example.com/a.js">',
      'https://cdn.example.com/a.js is loaded from another host',
    ],
    [
      '<link rel="stylesheet" href="//fonts.example/a.css">',
      '//fonts.example/a.css is loaded from another host',
    ],
  ])('finds %s', (text, fault) => {
    using folder = temporaryDirectory();
    writeFiles(folder.directory, { ...good, 'docs/new.html': text });
    expect(findDeadLinks(folder.directory).faults).toEqual([`docs/new.html: ${fault}`]);
  });

  test.each([
    ['a dead link', { ...good, 'x.html': '<a href="y.html">' }, 1, 'x.html: y.html leads to no file'],
    ['no page', {}, 1, 'there is no page'],
    ['a good folder', good, 0, '3 pages without a dead link'],
  ])('as a command ends for %s', (_name, files, status, words) => {
    using folder = temporaryDirectory();
    writeFiles(folder.directory, files);
    const script = join(root, 'site/check.ts');
    const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, script, folder.directory]);
    expect([exitCode, `${stdout}${stderr}`]).toEqual([status, expect.stringContaining(words)]);
  });
});
