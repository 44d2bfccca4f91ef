// The path `/`: a browser is sent to the console where there is one, and every other request gets the 404 of an unknown path.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createConsoleFiles } from '../../src/console/files.ts';
import { consoleFilesOf } from '../../test/harness/built-console.ts';
import { temporaryDirectory } from '../../test/harness/engines.ts';
import { type Service, startService } from '../../test/harness/service.ts';

/** As Chromium, Firefox and Safari send them for a page. */
const firefox = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const chromium = `${firefox.replace('*/*', 'image/avif,image/webp,*/*')},application/signed-exchange;v=b3`;
const notFound = { status: 404, location: null, text: '{"statusCode":404,"error":{"message":"Not found"}}' };

let service: Service;
beforeAll(async () => {
  service = await startService({ consoleFiles: await consoleFilesOf() });
}, 120_000);
afterAll(() => service?.stop());

const ask = (accept: string | undefined, method = 'GET', path = '/', url = service.url, more = {}) =>
  fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { ...more, ...(accept !== undefined && { accept }) },
  });
const told = async (answer: Response) => ({
  status: answer.status,
  location: answer.headers.get('location'),
  text: await answer.text(),
});

test.each([chromium, firefox, 'text/html', 'text/*', 'application/json;q=0.5, TEXT/HTML;q=0.9'])(
  'the path / sends a caller with Accept %j to the console',
  async (accept) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(accept, method, '/?utm=1', service.url, {
        'x-forwarded-prefix': '/evil',
        'x-forwarded-host': 'evil.example',
      });
      expect([answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([
        'no-store',
        'Accept',
      ]);
      expect(await told(answer)).toEqual({ status: 302, location: './console', text: '' });
    }
  },
);

const others = [
  'application/json, text/html',
  'text/html;q=0.5, */*;q=0.8',
  'text/html;q=0, */*',
  ';;,q=,text/html;q=x',
];
test.each([undefined, '', '*/*', 'application/json', 'text/plain', ...others])(
  'the path / answers 404 in the envelope to one with Accept %j',
  async (accept) => {
    const answer = await ask(accept);
    // So that no cache gives it to a browser.
    const headers = [answer.headers.get('content-type'), answer.headers.get('vary')];
    expect(headers).toEqual(['application/json', 'Accept']);
    expect(await told(answer)).toEqual(notFound);
  },
);

test('no other method and no other path leads to the console', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect(await told(await ask('text/html', method))).toEqual(notFound);
  for (const path of ['/x', '/index.html', '/api', '/favicon.ico'])
    expect(await told(await ask('text/html', 'GET', path))).toEqual(notFound);
});

test('the path / leads nowhere without a build, and names the headers that its answer depends on', async () => {
  using empty = temporaryDirectory();
  const consoleFiles = createConsoleFiles(empty.directory);
  const other = await startService({ consoleFiles, environment: { CORS_ORIGINS: 'https://game.example' } });
  const answer = await ask('text/html', 'GET', '/', other.url);
  expect(answer.headers.get('vary')).toBe('Accept, Origin');
  expect(await told(answer)).toEqual(notFound);
  await other.stop();
});
