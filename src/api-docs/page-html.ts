// The API pages: one for games with the probes, one for servers. Each is made from the OpenAPI document, and works without its script
// but for trying operations out. Links are relative, so that the pages work behind a proxy that adds a prefix.
import { type Document, operationsOf, type Placed, shapesIn } from './document.ts';
import { type Html, html, prose } from './html.ts';
import { operationHtml } from './operation-html.ts';
import { typeOf } from './schema-html.ts';

export interface Page {
  readonly title: string;
  /** The way from the page to the root of the service. */
  readonly root: './' | '../';
  /** The credentials that the page asks for. */
  readonly credentials: string;
  readonly shows: (path: string) => boolean;
}

export const gamePage: Page = {
  title: 'Game API',
  root: './',
  credentials: 'Token of a player',
  shows: (path) => !path.startsWith('/api/server/'),
};
export const serverPage: Page = {
  title: 'Server API',
  root: '../',
  credentials: 'Server key',
  shows: (path) => path.startsWith('/api/server/'),
};

/** @param names the names of the assets, with their hashes */
export function renderPage(page: Page, document: Document, names: Readonly<Record<string, string>>): string {
  const { title, root } = page;
  const operations = operationsOf(document, page.shows);
  const shapes = shapesIn(
    operations.map(({ operation }) => operation),
    document,
  );
  const tags = document.tags.flatMap((tag) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(tag.name));
    return own.length > 0 ? [{ ...tag, own, id: idOf(tag.name) }] : [];
  });
  return html`<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Playkeep</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}docs/${names['pages.css']}">
<script defer src="${root}docs/${names['start.js']}"></script>
</head>
<body>
<a class="skip" href="#operations">Skip to the operations</a>
${banner(page)}<div class="columns">
<nav class="contents" aria-label="Operations">${tags.map(
    ({ name, own }) => html`<h2>${name}</h2><ul>${own.map(contentsItem)}</ul>`,
  )}</nav>
<main id="operations" tabindex="-1">
${opening(page, document)}${tags.map(
  ({ name, description, own, id }) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
<p>${prose(description)}</p>
${own.map((placed) => operationHtml(placed, document))}</section>
`,
)}<section aria-labelledby="shapes">
<h2 id="shapes">Shapes</h2>
${shapes.map((name) => shapeHtml(name, document))}</section>
</main>
</div>
</body>
</html>
`.text;
}

const idOf = (name: string): string => `tag-${name.toLowerCase().replaceAll(' ', '-')}`;

function banner({ root, title }: Page): Html {
  const links = [
    [gamePage.title, `${root}docs`],
    [serverPage.title, `${root}docs/server`],
  ] as const;
  return html`<header>
<p class="name">Playkeep</p>
<nav aria-label="Pages">${links.map(
    ([name, to]) =>
      html`<a href="${to}"${name === title ? html` aria-current="page"` : undefined}>${name}</a> `,
  )}<a href="${root}openapi.json">openapi.json</a></nav>
</header>
`;
}

const contentsItem = ({ method, operation: { operationId, summary } }: Placed): Html =>
  html`<li><a href="#${operationId}"><span class="method ${method.toLowerCase()}">${method}</span> ${summary}</a></li>`;

const opening = ({ title, credentials }: Page, { info }: Document): Html => html`<h1>${title}</h1>
<p>Version ${info.version}. ${prose(info.description)}</p>
<form class="credentials"><p><label for="credentials">${credentials}</label><input id="credentials" type="password" autocomplete="off" aria-describedby="credentials-note"></p>
<p id="credentials-note">For “Try it”. The page forgets it when it is left.</p></form>
`;

function shapeHtml(name: string, { components }: Document): Html {
  const schema = components.schemas[name] ?? {};
  return html`<details class="shape" id="shape-${name}">
<summary><h3>${name}</h3></summary>
<div class="body">${schema.description === undefined ? undefined : html`<p>${prose(schema.description)}</p>`}<pre>${typeOf(schema)}</pre></div>
</details>
`;
}
