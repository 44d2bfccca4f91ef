// The OpenAPI document and its pages: valid, complete, true to the answers of the service, and self-contained.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { gamePage, renderPage } from '../src/api-docs/page-html.ts';
import { errorCatalogue } from '../src/errors/errors.ts';
import { openApiDocument, routeTable } from '../src/routes.ts';
import { errorBody } from '../src/wire/errors.ts';
import { namedShapes, type ShapeName } from '../src/wire/named-shapes.ts';
import { paths } from './harness/api.ts';
import { useService } from './harness/use-service.ts';

const service = useService();

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1 under a public validator', async () => {
    const { body } = await service.call('GET', '/openapi.json');
    expect(await new Validator().validate(body)).toEqual({ valid: true });
    expect(body.openapi).toStartWith('3.1');
  });

  test('is the same over HTTP and on the command line', async () => {
    const { body, headers } = await service.call('GET', '/openapi.json');
    expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    expect(headers.get('content-type')).toBe('application/json');
  });

  test('names every operation, and a token where one is needed', async () => {
    const { body } = await service.call('GET', '/openapi.json');
    const needed = { player: [{ player: [] }], anyone: undefined, thisMachine: undefined };
    for (const { method, path, access, scope, operation: documented } of routeTable) {
      if (!documented) continue;
      const operation = body.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation?.operationId).toBeString();
      expect(operation.security).toEqual(
        access.kind === 'server' ? [{ serverKey: scope === undefined ? [] : [scope] }] : needed[access.kind],
      );
      expect(operation.responses[403] !== undefined || scope === undefined).toBe(true);
      expect(operation.responses[500]).toBeDefined();
      expect(operation.responses[401] !== undefined).toBe(['player', 'server'].includes(access.kind));
    }
  });

  test('describes the answers that the service gives', async () => {
    const shapes: [string, string, ShapeName][] = [
      ['GET', paths.metadata, 'MetadataRecord'],
      ['GET', `${paths.metadata}/1`, 'MetadataRecord'],
      ['POST', paths.metadata, 'MetadataRecord'],
      ['DELETE', paths.metadata, 'MetadataDeleted'],
      ['POST', paths.start, 'StartedSession'],
      ['POST', paths.heartbeat, 'SessionHeartbeat'],
      ['POST', paths.stop, 'EndedSession'],
      ['GET', '/livez', 'ProbeAnswer'],
      ['GET', '/readyz', 'ProbeAnswer'],
    ];
    const document = openApiDocument() as { paths: Record<string, Record<string, { responses: unknown }>> };
    for (const [method, path, shape] of shapes) {
      const options = method === 'POST' && path === paths.metadata ? { body: '{"data":{"a":[1]}}' } : {};
      const { body } = await service.as('ann', method, path, options);
      expect(namedShapes[shape].safeParse(body.data).error).toBeUndefined();
      const documented = document.paths[path.replace('/1', '/{sequentialId}')]?.[method.toLowerCase()];
      expect(JSON.stringify(documented?.responses)).toContain(`#/components/schemas/${shape}`);
    }
    const refused = await service.as('ann', 'POST', paths.metadata, { body: '{}' });
    expect(errorBody.safeParse(refused.body).success).toBe(true);
  });

  test('shows request bodies of the shape that it names, and the service takes each', async () => {
    for (const { method, path, access, operation } of routeTable) {
      if (access.kind !== 'player') continue;
      for (const [contentType, { shape, example }] of Object.entries(operation?.request ?? {})) {
        if (example === undefined) continue;
        expect([path, shape, namedShapes[shape].safeParse(example).error]).toEqual([path, shape, undefined]);
        const state = JSON.stringify({ data: { level: 3, gold: 100, settings: { music: 1 } } });
        await service.as('bob', 'POST', paths.metadata, { body: state });
        const options = { body: JSON.stringify(example), headers: { 'content-type': contentType } };
        const { status } = await service.as('bob', method, path, options);
        expect([path, contentType, status]).toEqual([path, contentType, 200]);
      }
    }
  });

  test('lists the messages of errors, and has integers for ids, for generated clients', async () => {
    const { body } = await service.call('GET', '/openapi.json');
    const messages = Object.values(errorCatalogue).map((error) => error.message);
    const { message } = body.components.schemas.Error.properties.error.properties;
    expect([...message.enum].sort()).toEqual([...new Set(messages)].sort());
    const lookUp = body.paths['/api/game/metadata/{sequentialId}'].get;
    expect(lookUp.parameters[0].schema).toMatchObject({ type: 'integer' });
    expect(lookUp.responses[200].content['application/json'].schema.properties.statusCode).toEqual({
      type: 'integer',
      const: 200,
    });
  });
});

const pages = [
  ['/docs', './'],
  ['/docs/server', '../'],
] as const;

describe.each(pages)('the API page %s', (path, root) => {
  const filesOf = (text: string): string[] =>
    [...text.matchAll(/(?:src|href)="(?<link>[^"#]+)"/g)]
      .map(({ groups }) => groups?.link ?? '')
      .filter((link) => !link.startsWith('data:'));

  test('loads files of this service alone, under a policy that forbids every other host', async () => {
    const page = await service.call('GET', path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
    const files = filesOf(page.text);
    expect(new Set(files)).toEqual(
      new Set([
        ...['docs', 'docs/server', 'openapi.json'].map((name) => root + name),
        ...files.filter((link) => /\.(?:js|css)$/.test(link)),
      ]),
    );
    for (const link of files) {
      const target = new URL(link, service.url + path);
      expect(target.origin).toBe(service.url);
      const answer = await fetch(target);
      expect([link, answer.status]).toEqual([link, 200]);
      expect((await answer.text()).length).toBeGreaterThan(100);
    }
  });
});

describe('the API pages', () => {
  test('have every operation of the document, each once, and every shape that it names', async () => {
    const texts = await Promise.all(pages.map(async ([path]) => (await service.call('GET', path)).text));
    const count = (text: string) => texts.join('').split(text).length - 1;
    for (const { operation } of routeTable) {
      if (!operation) continue;
      expect([operation.operationId, count(` id="${operation.operationId}"`)]).toEqual([
        operation.operationId,
        1,
      ]);
    }
    for (const text of texts) {
      const ids = [...text.matchAll(/ id="(?<id>[^"]+)"/g)].map(({ groups }) => groups?.id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, target = ''] of text.matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(target);
    }
  });

  test('escape what the document says', () => {
    const document = JSON.parse(JSON.stringify(openApiDocument()));
    document.info.description = 'a <script>alert(1)</script> "b" & `c<d`';
    const text = renderPage(gamePage, document, {});
    expect(text).toContain('a &lt;script&gt;alert(1)&lt;/script&gt; &quot;b&quot; &amp; <code>c&lt;d</code>');
    expect(text).not.toContain('<script>');
  });

  test('are part of the bundled program, with no file beside it', async () => {
    const entrypoints = [join(import.meta.dir, '../src/main.ts')];
    const { outputs } = await Bun.build({ entrypoints, target: 'bun' });
    expect(outputs.filter(({ kind }) => kind === 'asset')).toEqual([]);
  });
});
