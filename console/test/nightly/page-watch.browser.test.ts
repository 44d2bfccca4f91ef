// The watch of pages sees each fault that it exists for. Every other browser test trusts it.
import { describe, expect, test } from 'bun:test';
import { newContext, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { serveOrigin } from '../../../test/harness/browser/origins.ts';
import { watchPages } from '../../../test/harness/browser/page-watch.ts';

const policy = { 'content-security-policy': "default-src 'self'; connect-src *" };
const secret = 'a secret of sixteen characters';

interface Fault {
  readonly name: string;
  /** The code of a page. */
  readonly script: string;
  readonly problem: RegExp;
}

const faults: readonly Fault[] = [
  { name: 'an error', script: 'console.error("broken")', problem: /wrote an error: broken/ },
  { name: 'a warning', script: 'console.warn("odd")', problem: /wrote a warning: odd/ },
  {
    name: 'an exception',
    script: 'setTimeout(() => { throw new Error("thrown") })',
    problem: /script failed.*thrown/s,
  },
  {
    name: 'a rejected promise',
    script: 'void Promise.reject(new Error("lost"))',
    problem: /script failed.*lost/s,
  },
  { name: 'a dialog', script: 'setTimeout(() => alert("hello"))', problem: /opened a dialog: hello/ },
  {
    name: 'a request to another host',
    script: 'fetch("http://127.0.0.2:9/").catch(() => {})',
    problem: /asked another host: http:\/\/127\.0\.0\.2:9/,
  },
  {
    name: 'a style that the policy refuses',
    script: 'document.body.innerHTML = "<p style=\'color: red\'>red</p>"',
    problem: /style-src-attr of the policy refused inline/,
  },
  {
    name: 'a secret in storage',
    script: `localStorage.note = "${secret}"`,
    problem: /secret is in localStorage/,
  },
  {
    name: 'a secret of the tab',
    script: `sessionStorage.note = "${secret}"`,
    problem: /secret is in sessionStorage/,
  },
  {
    name: 'the secret of the page beside its place',
    script: `sessionStorage["playkeep.page-secret"] = "the page's own secret"; document.title = "the page's own secret"`,
    problem: /secret is in the document/,
  },
  {
    name: 'another secret in that place',
    script: `sessionStorage["playkeep.page-secret"] = "${secret}"`,
    problem: /secret is in the place of the page's own/,
  },
  {
    name: 'a secret in a cookie',
    script: `document.cookie = "note=${secret}"`,
    problem: /secret is in document.cookie/,
  },
  {
    name: 'a secret in the address',
    script: `history.pushState(0, "", "?" + encodeURIComponent("${secret}"))`,
    problem: /secret is in a URL/,
  },
  {
    name: 'a secret in an earlier address',
    script: `history.pushState(0, "", "?${encodeURIComponent(secret)}"); history.pushState(0, "", "?")`,
    problem: /secret is in a URL/,
  },
  {
    name: 'a secret in the document',
    script: `document.title = "${secret}"`,
    problem: /secret is in the document/,
  },
];

describe.skipIf(whyNoBrowser !== undefined)(`the watch of pages${skippedNote}`, () => {
  test.each(faults)('sees $name', async ({ script, problem }) => {
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
    const problems = await watch.finish();
    expect(problems.join('\n')).toMatch(problem);
  });

  test('is content with a page without a fault', async () => {
    await using context = await newContext();
    using origin = serveOrigin('<!doctype html><title>Page</title><body>', policy);
    const watch = await watchPages(context, origin.url);
    watch.secrets.add(secret);
    await (await context.newPage()).goto(origin.url);
    expect(await watch.finish()).toEqual([]);
  });
});
