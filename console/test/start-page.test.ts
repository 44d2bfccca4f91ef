// The path `/`: a browser is sent to the console where there is one, and every other request gets the 404 of an unknown path.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createConsoleFiles } from '../../src/console/files.ts';
import { consoleFilesOf } from '../../test/harness/built-console.ts';
import { temporaryDirectory } from '../../test/harness/engines.ts';
import { type Service, startService } from '../../test/harness/service.ts';

/** As Chromium, Firefox and Safari send them for a page. */
const browsers = [
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
];
const notFound = '{"statusCode":404,"error":{"message":"Not found"}}';

let service: Service;
let empty: ReturnType<typeof temporaryDirectory>;
beforeAll(async () => {
  empty = temporaryDirectory();
  service = await startService({ consoleFiles: await consoleFilesOf() });
}, 120_000);
afterAll(async () => {
  await service?.stop();
  empty.remove();
});

const ask = (accept: string | undefined, method = 'GET', path = '/', url = service.url) =>
  fetch(url + path, { method, redirect: 'manual', ...(accept !== undefined && { headers: { accept } }) });
const told = async (answer: Response) => ({
  status: answer.status,
  location: answer.headers.get('location'),
  text: await answer.text(),
});
const refused = { status: 404, location: null, text: notFound };

describe('the path /', () => {
  test.each([...browsers, 'text/html', 'text/*', 'application/json;q=0.5, TEXT/HTML;q=0.9'])(
    'sends a caller with Accept %j to the console',
    async (accept) => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(accept, method);
        expect([answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([
          'no-store',
          'Accept',
        ]);
        expect(await told(answer)).toEqual({ status: 302, location: '/console', text: '' });
      }
      expect((await ask(accept, 'GET', '/?utm=1#x')).status).toBe(302);
    },
  );

  test.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'application/json, text/html',
    'text/html;q=0.5, */*;q=0.8',
    'text/html;q=0, */*',
    'text/plain',
    ';;,q=,text/html;q=x',
  ])('answers 404 in the envelope to one with Accept %j', async (accept) => {
    const answer = await ask(accept);
    // So that no cache gives it to a browser.
    expect([answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual([
      'application/json',
      'Accept',
    ]);
    expect(await told(answer)).toEqual(refused);
  });

  test('is no path for other methods, and no other path is led to the console', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect(await told(await ask('text/html', method))).toEqual(refused);
    }
    for (const path of ['/x', '/index.html', '/api', '/favicon.ico']) {
      expect(await told(await ask('text/html', 'GET', path))).toEqual(refused);
    }
  });

  test('leads nowhere without a build of the console', async () => {
    const other = await startService({ consoleFiles: createConsoleFiles(empty.directory) });
    try {
      expect(await told(await ask('text/html', 'GET', '/', other.url))).toEqual(refused);
    } finally {
      await other.stop();
    }
  });

  test('names both headers that its answer depends on, where origins are configured', async () => {
    const origin = 'https://game.example';
    const other = await startService({
      consoleFiles: await consoleFilesOf(),
      environment: { CORS_ORIGINS: origin },
    });
    try {
      for (const accept of ['text/html', 'application/json']) {
        const answer = await ask(accept, 'GET', '/', other.url);
        expect(answer.headers.get('vary')).toBe('Accept, Origin');
      }
    } finally {
      await other.stop();
    }
  });
});
