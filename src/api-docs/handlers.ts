// Serves the OpenAPI document and pages to read it: Swagger UI from its npm package, nothing from another host, which
// the content security policy also makes the browser enforce.
import { fileURLToPath } from 'node:url';
import { ApiError } from '../errors.ts';
import type { Reply } from '../http/reply.ts';
import type { Handler } from '../http/server.ts';

const packaged = (file: string): Blob =>
  Bun.file(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${file}`)));

const script = 'text/javascript; charset=utf-8';
const assets: Readonly<Record<string, { readonly type: string; readonly read: () => string | Blob }>> = {
  'swagger-ui.css': { type: 'text/css; charset=utf-8', read: () => packaged('swagger-ui.css') },
  'swagger-ui-bundle.js': { type: script, read: () => packaged('swagger-ui-bundle.js') },
  'start.js': {
    type: script,
    read: () =>
      "SwaggerUIBundle({ url: 'openapi.json', dom_id: '#pages', deepLinking: true, validatorUrl: null, persistAuthorization: true });",
  },
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Playkeep API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="pages"><noscript>The API document is at <a href="openapi.json">openapi.json</a>.</noscript></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const security = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const file = (body: string | Blob, type: string): Reply => ({
  status: 200,
  body,
  headers: { 'content-type': type, ...security },
});

export function docsHandlers(
  document: () => unknown,
): Readonly<Record<'openApi' | 'page' | 'asset', Handler>> {
  let text: string | undefined;
  return {
    openApi() {
      text ??= JSON.stringify(document(), null, 2);
      return file(text, 'application/json');
    },
    page: () => file(page, 'text/html; charset=utf-8'),
    asset(request) {
      const name = (request.params as Record<string, string>).file ?? '';
      const asset = Object.hasOwn(assets, name) ? assets[name] : undefined;
      if (!asset) throw new ApiError('notFound');
      return file(asset.read(), asset.type);
    },
  };
}
