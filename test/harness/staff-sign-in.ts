// The sign-in of a person at a lying issuer, over HTTP without a browser, step by step as the page and the browser do it.
import type { Answer, CallOptions } from './api.ts';
import { fromConsole, headersOfSession, type SessionHeaders } from './console-session.ts';
import type { LyingIssuer } from './lying-issuer.ts';

interface Service {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

export interface BegunSignIn {
  /** The address of the issuer to which the browser is sent. */
  readonly url: URL;
  /** The headers by which the page ends the sign-in. */
  readonly headers: Record<string, string>;
  /** An honest issuer sends the browser back with it. */
  readonly query: string;
}

export async function beginSignIn(service: Service, issuer: LyingIssuer): Promise<BegunSignIn> {
  const { status, body, headers, text } = await service.call('POST', '/console/session/issuer', {
    headers: fromConsole,
  });
  if (status !== 200) throw new Error(`the sign-in did not begin: ${text}`);
  const url = new URL(body.data.url);
  issuer.nonce = url.searchParams.get('nonce') ?? '';
  const query = new URLSearchParams({
    ...{ code: 'a code', iss: issuer.url },
    state: url.searchParams.get('state') ?? '',
  });
  return {
    url,
    query: query.toString(),
    headers: {
      ...fromConsole,
      cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
      'x-playkeep-console': body.data.pageSecret,
    },
  };
}

export const endSignIn = (
  service: Service,
  { headers, query }: Pick<BegunSignIn, 'headers' | 'query'>,
): Promise<Answer> =>
  service.call('POST', '/console/session/code', { headers, body: JSON.stringify({ query }) });

/** @returns the headers of each request of the page from then on. @throws Error unless it succeeds */
export async function signInPerson(service: Service, issuer: LyingIssuer): Promise<SessionHeaders> {
  const answer = await endSignIn(service, await beginSignIn(service, issuer));
  if (answer.status !== 200) throw new Error(`nobody is signed in: ${answer.text}`);
  return headersOfSession(answer);
}
