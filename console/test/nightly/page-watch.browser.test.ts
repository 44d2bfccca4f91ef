// The watch of pages sees each fault that it exists for. Every other browser test trusts it.
import { expect } from 'bun:test';
import { newContext } from '../../../test/harness/browser/browser.ts';
import { test } from '../../../test/harness/browser/console.ts';
import { serveOrigin } from '../../../test/harness/browser/origins.ts';
import { watchPages } from '../../../test/harness/browser/page-watch.ts';

const policy = { 'content-security-policy': "default-src 'self'; connect-src *" };
const secret = 'a secret of sixteen characters';
const inPlace = 'sessionStorage["playkeep.page-secret"]';

/** Names, the code of a page, and what the watch tells of it. */
const faults: readonly (readonly [name: string, script: string, problem: RegExp])[] = [
  ['an error', 'console.error("broken")', /wrote an error: broken/],
  ['a warning', 'console.warn("odd")', /wrote a warning: odd/],
  ['an exception', 'setTimeout(() => { throw new Error("thrown") })', /script failed.*thrown/s],
  ['a rejected promise', 'void Promise.reject(new Error("lost"))', /script failed.*lost/s],
  ['a dialog', 'setTimeout(() => alert("hello"))', /opened a dialog: hello/],
  [
    'a request to another host',
    'fetch("http://127.0.0.2:9/").catch(() => {})',
    /asked another host: http:.*2:9/,
  ],
  [
    'a refused style',
    'document.body.innerHTML = "<p style=\'color: red\'>red</p>"',
    /style-src-attr of the policy/,
  ],
  ['a secret in storage', `localStorage.note = "${secret}"`, /secret is in localStorage/],
  ['a secret of the tab', `sessionStorage.note = "${secret}"`, /secret is in sessionStorage/],
  [
    'the secret of the page elsewhere',
    `document.title = ${inPlace} = "the page's own"`,
    /secret is in the document/,
  ],
  ['another secret in that place', `${inPlace} = "${secret}"`, /secret is in the place of the page's own/],
  ['a secret in a cookie', `document.cookie = "note=${secret}"`, /secret is in document.cookie/],
  [
    'a secret in the address',
    `history.pushState(0, "", "?${encodeURIComponent(secret)}")`,
    /secret is in a URL/,
  ],
  ['a secret in the document', `document.title = "${secret}"`, /secret is in the document/],
  [
    'a secret in an earlier address',
    `history.pushState(0, "", "?${encodeURIComponent(secret)}"); history.pushState(0, "", "?")`,
    /secret is in a URL/,
  ],
];

for (const [name, script, problem] of [...faults, ['no fault', '', /^$/] as const])
  test(`sees ${name}`, async () => {
    await using context = await newContext();
    using origin = serveOrigin('<!doctype html><title>Page</title><body>', policy);
    const watch = await watchPages(context, origin.url);
    watch.secrets.add(secret);
    const page = await context.newPage();
    await page.goto(origin.url);
    await page.evaluate(script);
    // A timer and a rejected promise of the script come in the next turns of the page.
    await page.evaluate(
      'new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))))',
    );
    expect((await watch.finish()).join('\n')).toMatch(problem);
  });
