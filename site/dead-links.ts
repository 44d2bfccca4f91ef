// Owns the check of a folder of built pages: every link leads to a file of the folder and to an element that exists there, and
// nothing is loaded from another host. It needs no package, so that it is tested without those of the site.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

interface Reference {
  readonly url: string;
  /** A person follows a link, while the browser loads every other reference by itself. */
  readonly isLink: boolean;
}

interface BuiltPage {
  readonly ids: ReadonlySet<string>;
  readonly references: readonly Reference[];
}

/** The attributes that hold addresses, by element. */
const addressed = {
  a: ['href'],
  img: ['src', 'srcset'],
  link: ['href'],
  script: ['src'],
  source: ['src', 'srcset'],
} as const;

const entities = { quot: '"', '#39': "'", '#x27': "'", lt: '<', gt: '>', amp: '&' } as const;
const entity = new RegExp(`&(?<name>${Object.keys(entities).join('|')});`, 'g');

/** An attribute has entities in the page. */
const decode = (text: string): string =>
  text.replaceAll(entity, (_, name: keyof typeof entities) => entities[name]);

/** The addresses of an attribute; a `srcset` has several, with sizes. */
const addressesIn = (name: string, value: string): string[] =>
  name === 'srcset' ? value.split(/,\s+/).map((candidate) => candidate.trim().split(/\s/)[0] ?? '') : [value];

function readPage(html: string): BuiltPage {
  const ids = new Set<string>();
  const references: Reference[] = [];
  const rewriter = new HTMLRewriter().on('[id]', {
    element: (element) => void ids.add(decode(element.getAttribute('id') ?? '')),
  });
  for (const [tag, names] of Object.entries(addressed)) {
    for (const name of names) {
      rewriter.on(`${tag}[${name}]`, {
        element: (element) => {
          const value = decode(element.getAttribute(name) ?? '');
          references.push(...addressesIn(name, value).map((url) => ({ url, isLink: tag === 'a' })));
        },
      });
    }
  }
  rewriter.transform(html);
  return { ids, references };
}

const hasHost = (url: string): boolean => /^(?:https?:)?\/\//i.test(url);
const hasScheme = (url: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(url);

/** @returns a sentence for each fault of the pages in a folder; none for good ones */
export function findDeadLinks(folder: string): {
  readonly pages: number;
  readonly faults: readonly string[];
} {
  const paths = [...new Bun.Glob('**/*.html').scanSync(folder)].sort();
  const pages = new Map(paths.map((path) => [path, readPage(readFileSync(join(folder, path), 'utf8'))]));

  const faultOf = (path: string, { url, isLink }: Reference): string | undefined => {
    if (hasHost(url)) return isLink ? undefined : 'is loaded from another host';
    if (hasScheme(url)) return undefined;
    if (url.startsWith('/')) return 'leaves the folder of the site';
    const [, file = '', fragment] = /^(?<file>[^?#]*)(?:\?[^#]*)?(?:#(?<fragment>.*))?$/.exec(url) ?? [];
    const joined = file === '' ? path : posix.join(posix.dirname(path), decodeURI(file));
    const target = joined === './' || joined.endsWith('/') ? posix.join(joined, 'index.html') : joined;
    if (target.startsWith('../')) return 'leaves the folder of the site';
    if (!existsSync(join(folder, target))) return 'leads to no file';
    if (fragment === undefined || fragment === '') return undefined;
    return pages.get(target)?.ids.has(decodeURIComponent(fragment))
      ? undefined
      : 'leads to no element of its page';
  };

  const faults = [...pages].flatMap(([path, { references }]) =>
    references.flatMap((reference) => {
      const fault = faultOf(path, reference);
      return fault === undefined ? [] : [`${path}: ${reference.url} ${fault}`];
    }),
  );
  return { pages: paths.length, faults: [...new Set(faults)] };
}
