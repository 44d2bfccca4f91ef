// The OpenAPI document and its pages: valid, complete, true to what the service answers, and self-contained.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { errorCatalogue, specifiedErrors } from '../src/errors.ts';
import { openApiDocument, routeTable } from '../src/routes.ts';
import { envelopeOf, errorBody, namedShapes, type ShapeName } from '../src/wire.ts';
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

  test('is the same over HTTP and from the command line', async () => {
    const { body, headers } = await service.call('GET', '/openapi.json');
    expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    expect(headers.get('content-type')).toBe('application/json');
  });

  test('names every route, and a token where one is needed', async () => {
    const { body } = await service.call('GET', '/openapi.json');
    for (const { method, path, access } of routeTable) {
      const operation = body.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation?.operationId).toBeString();
      expect(operation.security).toEqual(access === 'player' ? [{ player: [] }] : undefined);
      expect(operation.responses[500]).toBeDefined();
      expect(operation.responses[401] !== undefined).toBe(access === 'player');
    }
  });

  test('describes the answers that the service gives', async () => {
    const shapes: [string, string, ShapeName][] = [
      ['GET', paths.metadata, 'MetadataRecord'],
      ['GET', `${paths.metadata}/1`, 'MetadataRecord'],
      ['POST', paths.metadata, 'MetadataRecord'],
      ['DELETE', paths.metadata, 'Confirmation'],
      ['POST', paths.start, 'StartedSession'],
      ['POST', paths.heartbeat, 'SessionHeartbeat'],
      ['POST', paths.stop, 'EndedSession'],
      ['GET', '/livez', 'Confirmation'],
      ['GET', '/readyz', 'Confirmation'],
    ];
    const document = openApiDocument() as { paths: Record<string, Record<string, { responses: unknown }>> };
    for (const [method, path, shape] of shapes) {
      const options = method === 'POST' && path === paths.metadata ? { body: '{"data":{"a":[1]}}' } : {};
      const { body } = await service.as('ann', method, path, options);
      expect(envelopeOf(namedShapes[shape]).safeParse(body).error).toBeUndefined();
      const documented = document.paths[path.replace('/1', '/{sequentialId}')]?.[method.toLowerCase()];
      expect(JSON.stringify(documented?.responses)).toContain(`#/components/schemas/${shape}Envelope`);
    }
    const refused = await service.as('ann', 'POST', paths.metadata, { body: '{}' });
    expect(errorBody.safeParse(refused.body).success).toBe(true);
  });

  test('lists for each operation the errors that it can answer', () => {
    const text = JSON.stringify(openApiDocument());
    for (const name of specifiedErrors) expect(text).toContain(errorCatalogue[name].message);
  });
});

describe('the API pages', () => {
  test('name only files of this service, under a policy that forbids every other host', async () => {
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

  test('other files are not served', async () => {
    for (const file of ['package.json', 'index.html', '..%2Fpackage.json', '__proto__']) {
      expect((await service.call('GET', `/docs/${file}`)).status).toBe(404);
    }
  });
});
