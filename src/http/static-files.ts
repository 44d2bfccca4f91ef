// Static files: pages and assets. A page has a stable name, and browsers revalidate it by its entity tag. An asset has a hash of
// its content in its name, and browsers keep it. Only files that were read before are served, so no path leads to another file.
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { ApiError } from '../errors/errors.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { failedPrecondition, readPreconditions } from '../lib/preconditions.ts';
import { pathOf } from './path.ts';
import type { FinishedReply, Reply } from './reply.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** A year, which is the longest time that browsers agree on. */
const immutable = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';

interface StaticReply extends FinishedReply {
  readonly etag: string;
}

interface StaticOptions {
  readonly contentSecurityPolicy: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function staticReply(content: Uint8Array, extension: string, options: StaticOptions): StaticReply {
  const type = contentTypes[extension];
  if (type === undefined) throw new Error(`there is no content type for ${extension}`);
  return {
    status: 200,
    body: new Blob([content]),
    etag: `"${hashOf(content)}"`,
    headers: {
      'content-type': type,
      'cache-control': options.cacheControl,
      'content-security-policy': options.contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...options.headers,
    },
  };
}

const hashOf = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

/** The reply to a request: 304 if the browser has the file (RFC 9110 section 15.4.5). A malformed header is ignored. */
function revalidated(reply: StaticReply, request: Request): Reply {
  const preconditions = readPreconditions(request.headers);
  if (typeof preconditions !== 'object') return reply;
  const { ifNoneMatch } = preconditions;
  const failed = failedPrecondition({ ifMatch: undefined, ifNoneMatch }, { etag: reply.etag, exists: true });
  if (failed === undefined) return reply;
  const { 'content-type': _type, ...headers } = reply.headers;
  return { status: 304, body: null, headers, etag: reply.etag };
}

/** A file and its compressed forms, by content coding (RFC 9110 section 8.4.1). */
export interface EncodedFile {
  readonly content: Uint8Array;
  readonly br?: Uint8Array | undefined;
  readonly gzip?: Uint8Array | undefined;
}

/** The replies of a built file: one for each content coding, the best coding first. */
export type EncodedReplies = readonly { readonly coding: string | undefined; readonly reply: StaticReply }[];

/**
 * Makes the replies of a file that is compressed already.
 * @param lifetime `immutable` for a name with a hash, `revalidate` for a stable name.
 */
export function encodedReplies(
  { content, br, gzip }: EncodedFile,
  extension: string,
  lifetime: 'immutable' | 'revalidate',
  contentSecurityPolicy: string,
  headers: Readonly<Record<string, string>>,
): EncodedReplies {
  const cacheControl = lifetime === 'immutable' ? immutable : revalidate;
  const forms = [
    ['br', br],
    ['gzip', gzip],
    [undefined, content],
  ] as const;
  return forms.flatMap(([coding, bytes]) => {
    if (bytes === undefined) return [];
    const encoding = coding === undefined ? undefined : { 'content-encoding': coding };
    const all = { ...headers, vary: 'Accept-Encoding', ...encoding };
    return [
      {
        coding,
        reply: staticReply(bytes, extension, { contentSecurityPolicy, cacheControl, headers: all }),
      },
    ];
  });
}

/** The reply in the best coding that the request accepts (RFC 9110 section 12.5.3). */
export function negotiated(replies: EncodedReplies, request: Request): Reply {
  const accepted = request.headers.get('accept-encoding')?.toLowerCase() ?? '';
  const chosen = replies.find(({ coding }) => coding === undefined || acceptsCoding(accepted, coding));
  if (!chosen) throw new Error('a file has no form without a content coding');
  return revalidated(chosen.reply, request);
}

/** @param accepted an `Accept-Encoding` in lower case. A coding that it does not name is not accepted. */
const acceptsCoding = (accepted: string, coding: string): boolean =>
  accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    return name === coding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });

/** Runs a function once and keeps its result. After a failure the next call runs it again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

export interface Assets {
  /** @returns the name with a hash, for links, of each file by its name. */
  names(): Promise<Readonly<Record<string, string>>>;
  /** @throws ApiError `notFound` */
  reply(request: Request): Promise<Reply>;
}

/**
 * Serves files at a prefix route. They are read at the first request and stay in memory, so that the content under a
 * hash never changes.
 * @param prefix the path of the route without its `*`.
 * @param files their contents by name, for instance `Bun.file` of a file of the program.
 */
export function createAssets(
  prefix: string,
  files: () => Readonly<Record<string, Blob>>,
  contentSecurityPolicy: string,
): Assets {
  const load = once(async () => {
    const replies = new Map<string, StaticReply>();
    const names: Record<string, string> = {};
    for (const [name, file] of Object.entries(files())) {
      const content = await file.bytes();
      const extension = extname(name);
      const hashed = `${name.slice(0, -extension.length)}.${hashOf(content)}${extension}`;
      names[name] = hashed;
      const options = { contentSecurityPolicy, cacheControl: immutable };
      replies.set(prefix + hashed, staticReply(content, extension, options));
    }
    return { replies, names };
  });
  return {
    names: async () => (await load()).names,
    async reply(request) {
      const { replies } = await load();
      const reply = replies.get(pathOf(request));
      if (!reply) throw new ApiError('notFound');
      return revalidated(reply, request);
    },
  };
}

/**
 * Serves one file under the name of its route.
 * @param extension decides the content type.
 * @param render makes the text at the first request.
 */
export function createPage(
  extension: string,
  render: () => MaybePromise<string>,
  contentSecurityPolicy: string,
): (request: Request) => Promise<Reply> {
  const load = once(async () => {
    const content = new TextEncoder().encode(await render());
    return staticReply(content, extension, { contentSecurityPolicy, cacheControl: revalidate });
  });
  return async (request) => revalidated(await load(), request);
}
