// The request of a webhook. A name is looked up here, every one of its addresses is checked, and the connection goes to an address that
// was checked, with the certificate verified for the name. So DNS cannot lead it elsewhere between the check and the connection.
// Redirects are not followed, and time and answer are bounded.
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import { certificateProblem } from '../lib/certificate-problem.ts';
import type { Clock } from '../lib/clock.ts';
import { lookUp, untilAborted } from '../lib/names.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import {
  WEBHOOK_ANSWER_MAX_BYTES,
  WEBHOOK_INFORMATIONAL_MAX_ANSWERS,
  WEBHOOK_TIMEOUT_SECONDS,
} from '../limits.ts';
import { isPublicAddress } from './addresses.ts';
import { originProblem, privateProblem, type TargetRules } from './target.ts';
import { hostOf } from './url-text.ts';

/** All addresses of a name. @throws the error of the resolver */
export type Resolve = (name: string) => Promise<readonly string[]>;

export interface RequestOptions extends TargetRules {
  readonly clock: Clock;
  /** By default that of the file of hosts and the name servers. */
  readonly resolve?: Resolve;
  /** Which addresses are of the public Internet. A test has its own idea of it. */
  readonly isPublic?: (address: string) => boolean;
  /** Certificate authorities in PEM, beside which no other counts. By default those of the runtime. */
  readonly authorities?: string;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookAnswer {
  /** Null where there was no answer in time. */
  readonly status: number | null;
  /** A sentence for people about an attempt without an answer that counts; null for a delivery. It holds no address. */
  readonly error: string | null;
  readonly milliseconds: number;
  /** The first bytes of the answer as text, of which bytes that are no UTF-8 are replaced; null without an answer. */
  readonly answer: string | null;
  /** The value of `Retry-After`. */
  readonly retryAfter: string | undefined;
}

export type Send = (request: WebhookRequest) => Promise<WebhookAnswer>;

/** An attempt that has no answer, for a reason that people may read. */
class NoAnswer extends Error {}

/** @returns a function that makes one attempt. It never rejects. */
export function createSend({ clock, allowsPrivate, authorities, ...given }: RequestOptions): Send {
  const { resolve = lookUp, isPublic = isPublicAddress } = given;

  /** @throws NoAnswer unless all addresses are allowed */
  async function findAddresses(url: URL): Promise<readonly string[]> {
    const host = hostOf(url);
    const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
    if (addresses.length === 0) throw new NoAnswer('its name has no address');
    if (!allowsPrivate && !addresses.every(isPublic)) throw new NoAnswer(`it ${privateProblem}`);
    // Many machines have no way to IPv6 addresses, and all have one to the others.
    return addresses.toSorted((a, b) => Number(isIPv6(a)) - Number(isIPv6(b)));
  }

  async function attempt({ url: text, headers, body }: WebhookRequest, signal: AbortSignal) {
    const url = new URL(text);
    // The rules may be stricter than when the URL was stored.
    const problem = originProblem(url, { allowsPrivate });
    if (problem !== undefined) throw new NoAnswer(`its URL ${problem}`);
    const addresses = await untilAborted(findAddresses(url), signal);
    const message = await untilAborted(open({ url, addresses, headers, body, authorities, signal }), signal);
    const { statusCode: status = 0 } = message;
    const retryAfter = message.headers['retry-after'];
    return { status, error: problemOf(status), answer: await readStart(message, signal), retryAfter };
  }

  return async (request) => {
    const begunAt = clock.monotonic();
    const took = () => Math.round(clock.monotonic() - begunAt);
    try {
      const limit = WEBHOOK_TIMEOUT_SECONDS * 1000;
      const answer = await withTimeLimit(clock, limit, (signal) => attempt(request, signal));
      return { ...answer, milliseconds: took() };
    } catch (error) {
      const none = { status: null, answer: null, retryAfter: undefined };
      return { ...none, error: reasonOf(error), milliseconds: took() };
    }
  };
}

interface Exchange {
  readonly url: URL;
  /** Checked. They are tried in this order until one takes the connection. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly authorities: string | undefined;
  readonly signal: AbortSignal;
}

/** Sends the request. @returns the answer once its head is there */
function open({ url, addresses, headers, body, authorities, signal }: Exchange): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const request = send(
      url,
      {
        ...{ method: 'POST', agent: false, signal },
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        // The runtime asks this in the place of DNS, and connects to nothing else.
        lookup: (_name: string, options: object, done: (...found: unknown[]) => void) =>
          'all' in options && options.all === true
            ? done(null, found)
            : done(null, found[0]?.address, found[0]?.family),
        ...(authorities !== undefined && { ca: authorities }),
        // By default the environment could turn the checks off (NODE_TLS_REJECT_UNAUTHORIZED).
        ...{ rejectUnauthorized: true, checkServerIdentity },
      } as Parameters<typeof send>[1],
      resolve,
    );
    request.on('error', reject);
    boundInformational(request);
    request.end(body);
  });
}

/** A server may send answers of 1xx without end before its answer (RFC 9110 section 15.2), and each is work. */
function boundInformational(request: ClientRequest): void {
  let left = WEBHOOK_INFORMATIONAL_MAX_ANSWERS;
  const count = (): void => {
    left -= 1;
    if (left < 0) request.destroy(new NoAnswer('it sent too many informational answers (1xx)'));
  };
  // An answer 100 has an event of its own.
  for (const event of ['information', 'continue']) request.on(event, count);
}

/**
 * Reads the first bytes, and ends the connection of an answer that has more. The status decides, so an answer that breaks off or does
 * not end in time has the bytes that came.
 */
function readStart(message: IncomingMessage, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const end = (): void => {
      message.destroy();
      resolve(Buffer.concat(chunks).subarray(0, WEBHOOK_ANSWER_MAX_BYTES).toString());
    };
    message.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= WEBHOOK_ANSWER_MAX_BYTES) end();
    });
    for (const event of ['end', 'error', 'close', 'aborted']) message.on(event, end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `it answered ${status}; redirects are not followed`;
  return `it answered ${status}`;
}

/** The errors of the runtime by their codes, which differ between its versions. Its sentences may hold addresses. */
function reasonOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  const { name, code = '' } = error as { readonly name?: string; readonly code?: string };
  if (name === 'TimeoutError' || name === 'AbortError')
    return `it did not answer within ${WEBHOOK_TIMEOUT_SECONDS} seconds`;
  const problem = certificateProblem(error);
  if (problem !== undefined) return problem;
  return code === '' ? 'the connection failed' : `the connection failed (${code})`;
}
