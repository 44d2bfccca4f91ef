// Routes of the OpenAPI document and of the pages that show it, which are Swagger UI from its npm package. The content security
// policy makes browsers refuse every other host.

import styles from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' };
import bundle from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' };
import { anyoneAccess } from '../auth/access/anyone.ts';
import { createAssets, createPage } from '../http/static-files.ts';
import { programFile } from '../lib/program-files.ts';
import { defineRoute } from '../route/route.ts';

export interface DocsDependencies {
  readonly openApiDocument: () => unknown;
}

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const startScript =
  "SwaggerUIBundle({ url: 'openapi.json', dom_id: '#pages', deepLinking: true, validatorUrl: null, persistAuthorization: false });";

export const docsAssets = createAssets(
  '/docs/',
  () => ({
    'swagger-ui.css': Bun.file(programFile(styles)),
    'swagger-ui-bundle.js': Bun.file(programFile(bundle)),
    'start.js': new Blob([startScript]),
  }),
  contentSecurityPolicy,
);

/** Links are relative, so that the pages work behind a proxy that adds a prefix. */
async function renderPage(): Promise<string> {
  const names = await docsAssets.names();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Playkeep API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/${names['swagger-ui.css']}">
</head>
<body>
<div id="pages"><noscript>The API document is at <a href="openapi.json">openapi.json</a>.</noscript></div>
<script src="docs/${names['swagger-ui-bundle.js']}"></script>
<script src="docs/${names['start.js']}"></script>
</body>
</html>
`;
}

const openApi = defineRoute(anyoneAccess, {
  method: 'GET',
  path: '/openapi.json',
  operation: undefined,
  handler: ({ openApiDocument }: DocsDependencies) =>
    createPage('.json', () => JSON.stringify(openApiDocument(), null, 2), contentSecurityPolicy),
});

const page = defineRoute(anyoneAccess, {
  method: 'GET',
  path: '/docs',
  operation: undefined,
  handler: () => createPage('.html', renderPage, contentSecurityPolicy),
});

const files = defineRoute(anyoneAccess, {
  method: 'GET',
  path: '/docs/*',
  operation: undefined,
  handler: () => docsAssets.reply,
});

export const docsRoutes = [openApi, page, files];
