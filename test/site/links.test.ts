// Links of the Markdown work in the documentation site: those to pages lead there, those to other files become their paths.
import { describe, expect, test } from 'bun:test';
import { convertHtml, convertTokens, isNameOf, resolveLink, slugOf, type Token } from '../../site/links.ts';

const pages = new Set(['README.md', 'docs/api.md', 'docs/limits.md', 'docs/operations/README.md']);
const inDocs = { page: 'docs/limits.md', pages };
const inRoot = { page: 'README.md', pages };

const toPage = (href: string) => ({ kind: 'page', href }) as const;

describe('a link', () => {
  test.each([
    ['api.md', './api.html'],
    ['api.md#counters', './api.html#counters'],
    ['../README.md#settings', './../index.html#settings'],
    ['operations/README.md', './operations/index.html'],
    ['operations/', './operations/index.html'],
  ])('%s leads to its page', (href, place) => {
    expect(resolveLink(href, inDocs)).toEqual(toPage(place));
  });

  test.each(['../src/limits.ts', '../LICENSE', '../bench/', 'lost.md'])('%s leads to a file', (href) => {
    expect(resolveLink(href, inDocs)?.kind).toBe('file');
  });

  test.each(['https://example.com/', 'mailto:a@example.com', '#here', '/docs', ''])('%j stays', (href) => {
    expect(resolveLink(href, inDocs)).toBeUndefined();
  });
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

describe('the text of a link', () => {
  const converted = (text: string, href: string, filesUrl?: string) => {
    const link = [tokenOf('link_open', '', href), tokenOf('text', text), tokenOf('link_close')];
    const paragraph: Token = { ...tokenOf('inline'), children: [tokenOf('text', 'See '), ...link] };
    convertTokens([paragraph], { ...inDocs, filesUrl, makeToken: tokenOf });
    return paragraph.children?.map(({ type, content, attrGet }) => [type, attrGet('href') ?? content]);
  };

  test('that names a file becomes its path', () => {
    expect(converted('limits.ts', '../src/limits.ts')).toEqual([
      ['text', 'See '],
      ['code_inline', 'src/limits.ts'],
    ]);
  });

  test('that says something else stays before the path', () => {
    expect(converted('the limits', '../src/limits.ts')).toEqual([
      ['text', 'See '],
      ['text', 'the limits'],
      ['text', ' ('],
      ['code_inline', 'src/limits.ts'],
      ['text', ')'],
    ]);
  });

  test('stays where the link leads to a page, or to a file of a repository with an address', () => {
    const rest = [
      ['text', 'API'],
      ['link_close', ''],
    ];
    expect(converted('API', 'api.md')?.slice(1)).toEqual([['link_open', './api.html'], ...rest]);
    const link = ['link_open', 'https://example.com/p/src/api.ts'];
    expect(converted('API', '../src/api.ts', 'https://example.com/p/')?.slice(1)).toEqual([link, ...rest]);
  });

  test('with double braces stays text', () => {
    const paragraph: Token = {
      ...tokenOf('inline'),
      children: [tokenOf('text', 'a {{ b }}'), tokenOf('text', '{c}')],
    };
    convertTokens([paragraph], { ...inDocs, makeToken: tokenOf });
    expect(paragraph.children?.map(({ content }) => content)).toEqual([
      '<span v-pre>',
      'a {{ b }}',
      '</span>',
      '{c}',
    ]);
  });

  test('that is code keeps its braces too', () => {
    const code = tokenOf('code_inline', '{{ b }}');
    convertTokens([{ ...tokenOf('inline'), children: [code] }], { ...inDocs, makeToken: tokenOf });
    expect([code.content, code.attrGet('v-pre')]).toEqual(['{{ b }}', '']);
  });

  test('is a name of the end of a path alone', () => {
    expect(isNameOf('`src/limits.ts`', 'src/limits.ts')).toBe(true);
    expect(isNameOf('admission/', 'src/admission/')).toBe(true);
    expect(isNameOf('its.ts', 'src/limits.ts')).toBe(false);
    expect(isNameOf('', 'src/limits.ts')).toBe(false);
  });
});

describe('HTML in Markdown', () => {
  test('has a picture that follows the colour scheme of the site', () => {
    const picture = `<picture>
<source media="(prefers-color-scheme: dark)" srcset="docs/images/dark.png">
<img src="docs/images/light.png" alt="The console">
</picture>`;
    expect(convertHtml(picture, inRoot)).toBe(
      '<img class="light-only" src="./docs/images/light.png" alt="The console"><img class="dark-only" src="./docs/images/dark.png" alt="The console">',
    );
  });

  test('has pictures and links of the repository, and leaves others', () => {
    const html = '<a href="docs/api.md"><img src="docs/images/a.png"></a><a href="https://example.com"></a>';
    expect(convertHtml(html, inRoot)).toBe(
      '<a href="./docs/api.html"><img src="./docs/images/a.png"></a><a href="https://example.com"></a>',
    );
    expect(convertHtml('<img src="../a.png"><img src="https://example.com/a.png">', inDocs)).toBe(
      '<img src="../a.png"><img src="https://example.com/a.png">',
    );
  });
});

test('a heading has the fragment that GitHub gives it', () => {
  expect(['`GET /api/game/metadata/:id`', 'What is new?', 'Sign-in'].map(slugOf)).toEqual([
    'get-apigamemetadataid',
    'what-is-new',
    'sign-in',
  ]);
});
