// The sign-in of a person at a lying issuer, over HTTP without a browser, step by step as the page and the browser do it.
import type { Answer } from './api.ts';
import { fromConsole, headersOfSession, type SessionHeaders } from './console-session.ts';
import type { LyingIssuer } from './lying-issuer.ts';
import type { Service as WholeService } from './service.ts';

type Service = Pick<WholeService, 'call'>;
export type BegunSignIn = Awaited<ReturnType<typeof beginSignIn>>;

/**
 * @returns the address of the issuer to which the browser is sent, the query with which an honest issuer sends it back, and the headers
 *   by which the page ends the sign-in
 */
export async function beginSignIn(service: Service, issuer: LyingIssuer) {
  const answer = await service.call('POST', '/console/session/issuer', { headers: fromConsole });
  if (answer.status !== 200) throw new Error(`the sign-in did not begin: ${answer.text}`);
  const url = new URL(answer.body.data.url);
  issuer.nonce = url.searchParams.get('nonce') ?? '';
  const state = url.searchParams.get('state') ?? '';
  const query = String(new URLSearchParams({ code: 'a code', iss: issuer.url, state }));
  const headers: Record<string, string> = headersOfSession(answer);
  return { url, query, headers };
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
