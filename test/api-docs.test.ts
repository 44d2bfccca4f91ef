// The OpenAPI document and its pages: valid, complete, true to the answers of the service, and self-contained.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { errorCatalogue } from '../src/errors/errors.ts';
import { openApiDocument, routeTable } from '../src/routes.ts';
import { scopes } from '../src/store/ports/keys.ts';
import { errorBody } from '../src/wire/errors.ts';
import { namedShapes, type ShapeName } from '../src/wire/named-shapes.ts';
import { paths } from './harness/api.ts';
import { type Service, startService } from './harness/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

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

  test('has the scopes of server keys that the store has', () => {
    const { schemas } = JSON.parse(JSON.stringify(openApiDocument())).components;
    for (const shape of ['ServerIdentity', 'ServerKey', 'CreateServerKeyBody', 'CreatedServerKey']) {
      expect([shape, schemas[shape].properties.scopes.items.enum]).toEqual([shape, [...scopes]]);
    }
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

  test('lists the kinds of patches that Accept-Patch lists', async () => {
    const { body } = await service.call('GET', '/openapi.json');
    const { content } = body.paths[paths.metadata].patch.requestBody;
    const headers = { 'content-type': 'text/plain' };
    const refused = await service.as('ann', 'PATCH', paths.metadata, { body: '[]', headers });
    expect(refused.headers.get('accept-patch')).toBe(Object.keys(content).join(', '));
    expect(Object.keys(content)).toContain('application/vnd.playkeep.patch+json');
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

describe('the API pages', () => {
  test('load files of this service alone, under a policy that forbids every other host', async () => {
    const page = await service.call('GET', '/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
    const links = [...page.text.matchAll(/(?:src|href)="(?<link>[^"]+)"/g)].map(
      (match) => match.groups?.link ?? '',
    );
    const files = links.filter((link) => !link.startsWith('data:'));
    expect(files).toHaveLength(4);
    for (const link of files) {
      const target = new URL(link, `${service.url}/docs`);
      expect(target.origin).toBe(service.url);
      const answer = await fetch(target);
      expect([link, answer.status]).toEqual([link, 200]);
      expect((await answer.text()).length).toBeGreaterThan(100);
    }
  });

  test('forget tokens and keys with the page, which scripts of the same origin could read otherwise', async () => {
    const { text } = await service.call('GET', '/docs');
    const [, start = ''] = /"docs\/(start\.[^"]+)"/.exec(text) ?? [];
    const script = (await service.call('GET', `/docs/${start}`)).text;
    expect(script).toContain('SwaggerUIBundle(');
    expect(script).toContain('persistAuthorization: false');
  });

  test('are revalidated, and their files are kept by their names', async () => {
    for (const path of ['/docs', '/openapi.json']) {
      const page = await service.call('GET', path);
      expect(page.headers.get('cache-control')).toBe('no-cache');
      const headers = { 'if-none-match': page.headers.get('etag') ?? '' };
      expect((await service.call('GET', path, { headers })).status).toBe(304);
    }
    const { text } = await service.call('GET', '/docs');
    const files = [...text.matchAll(/"docs\/(?<file>[^"]+)"/g)].map(({ groups }) => groups?.file ?? '');
    expect(files).toHaveLength(3);
    for (const file of files) {
      expect(file).toMatch(/^[\w-]+\.[0-9a-f]{16}\.(?:js|css)$/);
      const { headers } = await service.call('GET', `/docs/${file}`);
      expect(headers.get('cache-control')).toContain('immutable');
    }
  });

  test('are part of the bundled program', async () => {
    const entrypoints = [join(import.meta.dir, '../src/main.ts')];
    const { outputs } = await Bun.build({ entrypoints, target: 'bun' });
    const sizes = outputs.filter(({ kind }) => kind === 'asset').map(({ size }) => size);
    const packaged = ['swagger-ui.css', 'swagger-ui-bundle.js'].map(
      (file) => Bun.file(join(import.meta.dir, '../node_modules/swagger-ui-dist', file)).size,
    );
    expect(sizes.sort()).toEqual(packaged.sort());
  });

  test('other files are not served', async () => {
    for (const file of ['package.json', 'index.html', 'start.js', '..%2Fpackage.json', '__proto__']) {
      expect((await service.call('GET', `/docs/${file}`)).status).toBe(404);
    }
  });
});
