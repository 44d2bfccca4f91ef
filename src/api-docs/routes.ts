// Routes of the OpenAPI document and of the pages that show it, which are made from it at their first request. The content security
// policy makes browsers refuse every other host, and styles and scripts within the page.
import { anyoneAccess } from '../auth/access/anyone.ts';
import { createAssets, createPage } from '../http/static-files.ts';
import { defineRoute } from '../route/route.ts';
import type { Document } from './document.ts';
import { gamePage, type Page, renderPage, serverPage } from './page-html.ts';
import styles from './pages.css' with { type: 'text' };
import script from './start.js' with { type: 'text' };

export interface DocsDependencies {
  readonly openApiDocument: () => unknown;
}

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const docsAssets = createAssets(
  '/docs/',
  () => ({ 'pages.css': new Blob([styles]), 'start.js': new Blob([script]) }),
  contentSecurityPolicy,
);

const openApi = defineRoute(anyoneAccess, {
  method: 'GET',
  path: '/openapi.json',
  operation: undefined,
  handler: ({ openApiDocument }: DocsDependencies) =>
    createPage('.json', () => JSON.stringify(openApiDocument(), null, 2), contentSecurityPolicy),
});

const pageHandler =
  (page: Page) =>
  ({ openApiDocument }: DocsDependencies) =>
    createPage(
      '.html',
      async () => renderPage(page, openApiDocument() as Document, await docsAssets.names()),
      contentSecurityPolicy,
    );

const game = defineRoute(anyoneAccess, {
  method: 'GET',
  path: '/docs',
  operation: undefined,
  handler: pageHandler(gamePage),
});

const server = defineRoute(anyoneAccess, {
  method: 'GET',
  path: '/docs/server',
  operation: undefined,
  handler: pageHandler(serverPage),
});

const files = defineRoute(anyoneAccess, {
  method: 'GET',
  path: '/docs/*',
  operation: undefined,
  handler: () => docsAssets.reply,
});

export const docsRoutes = [openApi, game, server, files];
