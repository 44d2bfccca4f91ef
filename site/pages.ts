// Owns which Markdown files of the repository are pages of the documentation site, and where each page lies there. The files stay
// as they are for readers of the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const repositoryRoot = join(import.meta.dirname, '..');

/** The places of pages: the files of a folder, with the folders below it where that is said. */
const places = [
  { folder: '.', isDeep: false },
  { folder: 'docs', isDeep: true },
  { folder: 'client', isDeep: false },
  { folder: 'server-client', isDeep: false },
  { folder: 'console', isDeep: false },
  { folder: 'examples', isDeep: false },
] as const;

const filesIn = (root: string, folder: string, isDeep: boolean): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
        const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) return isDeep ? filesIn(root, path, isDeep) : [];
        return entry.name.endsWith('.md') ? [path] : [];
      })
    : [];

/** @returns the paths of all pages from the root, such as `docs/api.md` */
export function listPages(root = repositoryRoot): string[] {
  const kits = existsSync(join(root, 'sdks')) ? readdirSync(join(root, 'sdks')) : [];
  const all = [...places, ...kits.map((name) => ({ folder: `sdks/${name}`, isDeep: false }))];
  return all.flatMap(({ folder, isDeep }) => filesIn(root, folder, isDeep)).sort();
}

/** Patterns of all other Markdown files, which VitePress leaves out. */
export function excludedPatterns(root = repositoryRoot): string[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const deepPlaces = ['docs', 'sdks'];
  return [
    ...folders
      .filter(({ name }) => !deepPlaces.includes(name))
      .map(({ name }) => (places.some(({ folder }) => folder === name) ? `${name}/*/**` : `${name}/**`)),
    'sdks/*/*/**',
  ];
}

/** The place of a page in the site as Markdown: a README is the first page of its folder. */
export const sitePath = (page: string): string =>
  page.replace(/(?<before>^|\/)README\.md$/, '$<before>index.md');

/** The heading of a page. */
export function titleOf(page: string, root = repositoryRoot): string {
  const title = /^# (?<title>.*)/m.exec(readFileSync(join(root, page), 'utf8'))?.groups?.title;
  if (title === undefined) throw new Error(`${page} has no heading`);
  return title.replaceAll('`', '');
}
