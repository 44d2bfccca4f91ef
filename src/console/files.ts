// The files of the built console, read into memory at the first request. A folder without a build is looked at again by the
// next request, so that the console is there as soon as it is built.
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { ApiError } from '../errors/errors.ts';
import { pathOf } from '../http/path.ts';
import type { Reply } from '../http/reply.ts';
import { createPage, type EncodedReplies, encodedReplies, negotiated } from '../http/static-files.ts';
import { programFile } from '../lib/program-files.ts';
import { CONSOLE_PATH_MAX_SEGMENTS } from '../limits.ts';

/** The folder into which `npm run build` puts the console. */
export const consoleDirectory = programFile('console/dist');

export const consolePath = '/console';
const assetsPath = `${consolePath}/assets/`;
const buildPath = `${consolePath}/build.json`;

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const securityHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

interface BuiltConsole {
  /** By the number of slashes in the path after the first one. */
  readonly pages: readonly EncodedReplies[];
  readonly build: EncodedReplies;
  /** By path. */
  readonly assets: ReadonlyMap<string, EncodedReplies>;
}

/** @returns undefined where the console is not built */
async function readConsole(directory: string): Promise<BuiltConsole | undefined> {
  const page = Bun.file(join(directory, 'index.html'));
  if (!(await page.exists())) return undefined;
  const stable = (content: Uint8Array, extension: string) =>
    encodedReplies({ content }, extension, 'revalidate', contentSecurityPolicy, securityHeaders);
  const text = await page.text();
  const pages = Array.from({ length: CONSOLE_PATH_MAX_SEGMENTS }, (_, depth) =>
    stable(new TextEncoder().encode(text.replaceAll('{{root}}', '../'.repeat(depth) || './')), '.html'),
  );
  const build = stable(await Bun.file(join(directory, 'build.json')).bytes(), '.json');
  const folder = join(directory, 'assets');
  const names = (await readdir(folder)).filter((name) => !/\.(?:br|gz)$/.test(name));
  const assets = new Map<string, EncodedReplies>();
  // One file after another: a process that has few file descriptors left needs a single one.
  for (const name of names) {
    const read = async (coding: string) => {
      const file = Bun.file(join(folder, name + coding));
      return (await file.exists()) ? file.bytes() : undefined;
    };
    const content = await read('');
    if (!content) throw new Error(`the asset ${name} of the console vanished while it was read`);
    const file = { content, br: await read('.br'), gzip: await read('.gz') };
    const replies = encodedReplies(file, extname(name), 'immutable', contentSecurityPolicy, securityHeaders);
    assets.set(assetsPath + name, replies);
  }
  return { pages, build, assets };
}

const absentPage = createPage(
  '.html',
  () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The console is not built · Playkeep</title>
</head>
<body>
<h1>The console is not built</h1>
<p>The service and its API work without it. To build it, run this in the folder of Playkeep, then load this page again:</p>
<pre>npm ci &amp;&amp; npm run build</pre>
</body>
</html>
`,
  contentSecurityPolicy,
);

/** 404, since this installation has no console. The sentence is a page, as a person in a browser reads it. */
async function absentReply(): Promise<Reply> {
  // Without the conditions of the request, which are for files that exist.
  const page = await absentPage(new Request('http://localhost/'));
  const headers = { ...page.headers, ...securityHeaders, 'cache-control': 'no-store' };
  return { status: 404, body: page.body as Blob, headers };
}

/** Answers requests for pages and files of the console. */
export type ConsoleFiles = (request: Request) => Promise<Reply>;

/** Is there a console to show? Otherwise its pages say how to build it. */
export const isBuilt = async (files: ConsoleFiles): Promise<boolean> =>
  (await files(new Request(`http://localhost${consolePath}`))).status === 200;

export function createConsoleFiles(directory = consoleDirectory): ConsoleFiles {
  let built: Promise<BuiltConsole | undefined> | undefined;

  function load(): Promise<BuiltConsole | undefined> {
    const reading = built ?? readConsole(directory);
    built = reading;
    const forget = () => {
      if (built === reading) built = undefined;
    };
    reading.then((found) => found ?? forget(), forget);
    return reading;
  }

  /** @throws ApiError `notFound` for an asset that is not there, and for a path that is too deep for any page */
  return async (request) => {
    const files = await load();
    const path = pathOf(request);
    const isAsset = path.startsWith(assetsPath);
    if (!files) {
      if (isAsset || path === buildPath) throw new ApiError('notFound');
      return absentReply();
    }
    if (path === buildPath) return negotiated(files.build, request);
    // Its addresses are relative, as a proxy may serve it below a path that the service does not know.
    const file = isAsset ? files.assets.get(path) : files.pages[path.split('/').length - 2];
    if (!file) throw new ApiError('notFound');
    return negotiated(file, request);
  };
}
