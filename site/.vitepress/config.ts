// The settings of VitePress for the documentation site. Pages are the repository's own Markdown; sidebar, places and links come from
// the files beside this folder.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitepress';
import { convertTokens, slugOf, type Token } from '../links.ts';
import { excludedPatterns, listPages, repositoryRoot, sitePath } from '../pages.ts';
import { filesUrlOf } from '../repository.ts';
import { decisionSidebar, mainSidebar } from '../sidebar.ts';

const manifest = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
const icon = readFileSync(join(repositoryRoot, 'console/src/favicon.svg')).toString('base64');
const filesUrl = filesUrlOf(manifest);
const pageList = listPages();
const pages = new Set(pageList);

// biome-ignore lint/style/noDefaultExport: VitePress reads the default export.
export default defineConfig({
  title: 'Playkeep',
  description: manifest.description,
  lang: 'en',
  // Links are relative, so the built folder may lie under any path.
  base: './',
  srcDir: '..',
  outDir: './dist',
  cacheDir: './.vitepress/cache',
  srcExclude: excludedPatterns(),
  rewrites: sitePath,
  ignoreDeadLinks: 'localhostLinks',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `data:image/svg+xml;base64,${icon}` }]],
  // A server shows this page under any path, where relative links to scripts and styles would be lost. So it has none.
  buildEnd: ({ outDir }) =>
    writeFileSync(join(outDir, '404.html'), readFileSync(join(import.meta.dirname, '../404.html'))),
  markdown: {
    // GitHub shows the same files, so its rules apply: nothing that GitHub shows as text becomes markup.
    anchor: { slugify: slugOf },
    attrs: false,
    component: false,
    container: false,
    emoji: false,
    include: false,
    snippet: false,
    toc: false,
    languageAlias: { caddyfile: 'nginx' },
    config: (md) => {
      md.core.ruler.after('inline', 'repository_links', (state) => {
        const page = relative(repositoryRoot, state.env.realPath ?? state.env.path);
        convertTokens(state.tokens as Token[], {
          page,
          pages,
          filesUrl,
          makeToken: (type, content) =>
            Object.assign(new state.Token(type, type === 'code_inline' ? 'code' : '', 0), { content }),
        });
      });
    },
  },
  vite: {
    // Settings of the service in a file `.env` are not for the site.
    envDir: false,
    build: { chunkSizeWarningLimit: 2000 },
    plugins: [
      {
        // Pages become modules that import Vue, and lie outside the folder that has it.
        name: 'vue-of-pages',
        enforce: 'pre',
        resolveId(id, importer) {
          const isOfPage = /^vue(?:\/|$)/.test(id) && importer?.includes('.md');
          return isOfPage
            ? this.resolve(id, join(repositoryRoot, 'site/package.json'), { skipSelf: true })
            : null;
        },
      },
    ],
  },
  themeConfig: {
    nav: [
      { text: 'Clients', link: '/docs/clients' },
      { text: 'API', link: '/docs/api' },
      { text: 'Operations', link: '/docs/operations/' },
      { text: 'Decisions', link: '/docs/decisions/' },
    ],
    sidebar: { '/': mainSidebar(pageList), '/docs/decisions/': decisionSidebar() },
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          // Pages for users come before reasons, tables of the database and old changes.
          searchOptions: {
            boostDocument: (id: string) => (/decisions\/|schema|CHANGELOG/.test(id) ? 0.2 : 1),
          },
        },
      },
    },
    ...(filesUrl === undefined
      ? {}
      : { editLink: { pattern: ({ filePath }: { filePath: string }) => filesUrl + filePath } }),
  },
});
