// Owns how links, pictures and anchors of the Markdown become those of the site. A link to a page leads to its place there; a link
// to another file of the repository becomes its path, or a link where package.json names the repository.
import { posix } from 'node:path';
import { sitePath } from './pages.ts';

export interface LinkContext {
  /** The path of the page from the root. */
  readonly page: string;
  /** The paths of all pages. */
  readonly pages: ReadonlySet<string>;
}

/** The fragment of a heading, as GitHub makes it. */
export const slugOf = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Whether a link leads to a file of the repository. */
const isRelative = (href: string): boolean => !/^(?:[a-z][a-z0-9+.-]*:|\/|#|\?)/i.test(href);

export type LinkTarget =
  | { readonly kind: 'page'; readonly href: string }
  | { readonly kind: 'file'; readonly path: string };

/** @returns the target of a relative link; undefined for other links */
export function resolveLink(href: string, { page, pages }: LinkContext): LinkTarget | undefined {
  if (href === '' || !isRelative(href)) return undefined;
  const [file = '', fragment] = href.split('#');
  const path = posix.join(posix.dirname(page), decodeURI(file));
  const target = [path, posix.join(path, 'README.md')].find((candidate) => pages.has(candidate));
  if (target === undefined) return { kind: 'file', path };
  const from = posix.dirname(sitePath(page));
  const relative = posix.relative(from, sitePath(target)).replace(/\.md$/, '.html');
  return { kind: 'page', href: `./${relative}${fragment === undefined ? '' : `#${fragment}`}` };
}

/** Whether a text is the path of a file, or its end: `limits.ts` of `src/limits.ts`. */
export const isNameOf = (text: string, path: string): boolean => {
  const name = text.replaceAll('`', '').replace(/\/$/, '');
  return name !== '' && `/${path.replace(/\/$/, '')}`.endsWith(`/${name}`);
};

const themedPicture =
  /<picture>\s*<source\s+media="\(prefers-color-scheme: dark\)"\s+srcset="(?<dark>[^"]+)"\s*\/?>\s*<img\s+src="(?<light>[^"]+)"(?<rest>[^>]*?)\s*\/?>\s*<\/picture>/g;

/**
 * HTML within Markdown: its links lead to pages, its files are found by the build, and a picture of two colour schemes follows the
 * switch of the site in place of the system's setting.
 */
export function convertHtml(html: string, context: LinkContext): string {
  return html
    .replaceAll(
      themedPicture,
      '<img class="light-only" src="$<light>"$<rest>><img class="dark-only" src="$<dark>"$<rest>>',
    )
    .replaceAll(/\s(?<name>src|srcset)="(?<url>[^"]+)"/g, (whole, name: string, url: string) =>
      isRelative(url) && !url.startsWith('.') ? ` ${name}="./${url}"` : whole,
    )
    .replaceAll(/\shref="(?<url>[^"]+)"/g, (whole, url: string) => {
      const target = resolveLink(url, context);
      return target?.kind === 'page' ? ` href="${target.href}"` : whole;
    });
}

/** The part of a token of markdown-it that is used here. */
export interface Token {
  type: string;
  content: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

export interface ConversionOptions extends LinkContext {
  /** The address of the folder of files in the repository, with a slash at its end. */
  readonly filesUrl?: string | undefined;
  makeToken(type: string, content: string): Token;
}

/** Converts the links, the HTML and the braces of a page's tokens in place. */
export function convertTokens(tokens: readonly Token[], options: ConversionOptions): void {
  for (const token of tokens) {
    // Vue leaves the braces of such an element alone.
    if (/^code_(?:inline|block)$/.test(token.type)) token.attrSet('v-pre', '');
    if (token.type.startsWith('html_')) token.content = convertHtml(token.content, options);
    if (token.children === null) continue;
    token.children = keepBraces(convertLinks(token.children, options), options);
    convertTokens(token.children, options);
  }
}

/** Text between double braces stays text, where Vue would compute it. */
const keepBraces = (tokens: readonly Token[], { makeToken }: ConversionOptions): Token[] =>
  tokens.flatMap((token) =>
    token.type === 'text' && token.content.includes('{{')
      ? [makeToken('html_inline', '<span v-pre>'), token, makeToken('html_inline', '</span>')]
      : [token],
  );

function convertLinks(tokens: readonly Token[], options: ConversionOptions): Token[] {
  const converted: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const target = token.type === 'link_open' ? resolveLink(token.attrGet('href') ?? '', options) : undefined;
    if (target?.kind === 'page') token.attrSet('href', target.href);
    if (target?.kind === 'file' && options.filesUrl !== undefined)
      token.attrSet('href', options.filesUrl + target.path);
    if (target?.kind !== 'file' || options.filesUrl !== undefined) {
      converted.push(token);
      continue;
    }
    const end = tokens.findIndex(({ type }, index) => index > at && type === 'link_close');
    converted.push(...asPath(tokens.slice(at + 1, end), target.path, options));
    at = end;
  }
  return converted;
}

/** The path as code. A text that is no name of the file stays before it. */
function asPath(text: readonly Token[], path: string, { makeToken }: ConversionOptions): Token[] {
  const code = makeToken('code_inline', path);
  if (isNameOf(text.map(({ content }) => content).join(''), path)) return [code];
  return [...text, makeToken('text', ' ('), code, makeToken('text', ')')];
}
