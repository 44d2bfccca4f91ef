// The session of the console in this tab: the key or the person that is signed in, and the scopes. The service keeps the session itself, by a
// cookie that scripts cannot read and the secret of the page. All tabs of a browser are in the same session.
import { useSyncExternalStore } from 'react';
import { hasUnsavedChanges } from '../hooks/unsaved-changes.ts';
import { api, consoleHeader, dataOf, onSignedOut, requestText } from './client.ts';
import { isUnauthorized } from './failure.ts';
import { type IssuerAnswer, keepAttempt } from './issuer-attempt.ts';
import { keepPageSecret, pageSecret } from './page-secret.ts';
import { forgetAnswers, forgetHidden, readAnew } from './query-client.ts';
import type { components } from './schema.ts';
import { askWays } from './sign-in-ways.ts';
import { onTabMessage, tellTabs } from './tabs.ts';

export type Identity = components['schemas']['ServerIdentity'];
export type Scope = Identity['scopes'][number];

export type SessionState =
  | { readonly status: 'unknown' }
  | { readonly status: 'failed'; readonly failure: unknown }
  | { readonly status: 'signed-out' }
  /** `isExpired`: the session has ended while pages are open, or another key is wanted. They stay, behind the sign-in dialog. */
  | { readonly status: 'signed-in'; readonly identity: Identity; readonly isExpired: boolean };

let state: SessionState = { status: 'unknown' };
const listeners = new Set<() => void>();

function set(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): SessionState => useSyncExternalStore(subscribe, () => state);

/** The signed-in key. Pages are shown to signed-in callers alone. */
export function useIdentity(): Identity {
  const session = useSession();
  if (session.status !== 'signed-in') throw new Error('no key is signed in');
  return session.identity;
}

/** Does the signed-in key have the scope? */
export const useHasScope = (scope: Scope): boolean => useIdentity().scopes.includes(scope);

onSignedOut(() => {
  if (state.status !== 'signed-in' || state.isExpired) return;
  set({ ...state, isExpired: true });
  // Perhaps somebody has signed in in another tab, which this one did not hear.
  tellTabs({ type: 'ask' });
});

/** The time in which another tab answers. A later answer signs in over the sign-in page. */
const answerMilliseconds = 250;
/** A page of the sign-in that does not know its ways by then shows that it waits. */
const waysMilliseconds = 2_000;

/** Resolves with the next offer of another tab; without one after a while, when the page of the sign-in can come whole. */
let takeOffer: ((secret?: string) => void) | undefined;
const offerOfAnotherTab = (): Promise<string | undefined> =>
  new Promise((resolve) => {
    takeOffer = resolve;
    tellTabs({ type: 'ask' });
    const give = () => resolve(undefined);
    setTimeout(() => void askWays().then(give), answerMilliseconds);
    setTimeout(give, waysMilliseconds);
  });

const readIdentity = (): Promise<Identity> => dataOf(api.GET('/api/server/me'));

/** Asks the service who is signed in. A tab without a secret that works asks the other tabs for theirs. */
export async function loadSession(): Promise<void> {
  set({ status: 'unknown' });
  const own = pageSecret();
  try {
    if (own !== undefined) return await readIdentity().then(loaded);
  } catch (failure) {
    if (!isUnauthorized(failure)) return set({ status: 'failed', failure });
  }
  void askWays();
  const offered = await offerOfAnotherTab();
  takeOffer = undefined;
  if (state.status !== 'unknown') return;
  if (offered === undefined || offered === own) return set({ status: 'signed-out' });
  keepPageSecret(offered);
  await readIdentity().then(loaded, (failure) =>
    set(isUnauthorized(failure) ? { status: 'signed-out' } : { status: 'failed', failure }),
  );
}

function loaded(identity: Identity): void {
  signedIn(identity);
  // For tabs that were opened together with this one.
  offerSecret();
}

function offerSecret(): void {
  const secret = pageSecret();
  if (state.status === 'signed-in' && !state.isExpired && secret !== undefined)
    tellTabs({ type: 'offer', secret });
}

onTabMessage((message) => {
  if (message.type === 'ask') return offerSecret();
  if (message.type === 'signed-out') return leave();
  if (takeOffer) return takeOffer(message.secret);
  const wantsOne = state.status === 'signed-out' || (state.status === 'signed-in' && state.isExpired);
  if (message.secret !== pageSecret() && (wantsOne || message.type === 'signed-in')) join(message.secret);
});

/** Goes on in the session of another tab. */
function join(secret: string): void {
  keepPageSecret(secret);
  // A tab that cannot be reached stays as it is: its next request finds out.
  if (state.status === 'signed-in') void readIdentity().then(signedIn, () => undefined);
  else void loadSession();
}

/** Ends the session in this tab, as another tab has ended it. Unsaved changes stay behind the sign-in dialog. */
function leave(): void {
  keepPageSecret(undefined);
  if (state.status === 'signed-in' && hasUnsavedChanges()) {
    set({ ...state, isExpired: true });
    forgetHidden();
  } else signedOut();
}

function signedOut(): void {
  set({ status: 'signed-out' });
  forgetAnswers();
}

function signedIn(identity: Identity): void {
  const before = state.status === 'signed-in' ? state.identity : undefined;
  set({ status: 'signed-in', identity, isExpired: false });
  // Pages stay with what was typed there. They show what this key allows, and read it anew.
  if (before) void readAnew();
}

/** Opens the sign-in dialog over the page, for another key. */
export function signInAgain(): void {
  if (state.status === 'signed-in') set({ ...state, isExpired: true });
}

/** Takes the answer to a sign-in. */
function begin(text: string): void {
  const { pageSecret: secret, ...identity } = (
    JSON.parse(text) as { data: Identity & { readonly pageSecret: string } }
  ).data;
  keepPageSecret(secret);
  signedIn(identity);
  tellTabs({ type: 'signed-in', secret });
}

/** Signs in with the text of a server key. @throws ApiFailure */
export async function signIn(key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  begin((await requestText('/console/session', { method: 'POST', headers })).text);
}

/** Signs in with the token of a sign-in link. @throws ApiFailure */
export async function signInByLink(token: string): Promise<void> {
  const body = JSON.stringify({ token });
  begin((await requestText('/console/session/link', { method: 'POST', body })).text);
}

/**
 * Leaves this page for the issuer, where the person signs in. The answer comes to `takeIssuerAnswer`.
 * @param isForAnotherTab the tab closes after it
 * @throws ApiFailure
 */
export async function goToIssuer(isForAnotherTab = false): Promise<void> {
  const { text } = await requestText('/console/session/issuer', { method: 'POST' });
  const { url, pageSecret: secret } = (JSON.parse(text) as { data: { url: string; pageSecret: string } })
    .data;
  const { pathname, search } = location;
  keepAttempt({ secret, returnTo: pathname + search, isForAnotherTab });
  location.assign(url);
}

/** Signs in with the answer of the issuer. @throws ApiFailure */
export async function signInByIssuer({ query, attempt }: IssuerAnswer): Promise<void> {
  const headers = { [consoleHeader]: attempt?.secret ?? 'none' };
  const body = JSON.stringify({ query });
  begin((await requestText('/console/session/code', { method: 'POST', headers, body })).text);
  if (attempt?.isForAnotherTab) window.close();
}

/**
 * Ends the session here, in the other tabs and at the service, and for a person at the issuer, whose page says so.
 * @throws ApiFailure when the service did not end it
 */
export async function signOut(): Promise<void> {
  const answer = await requestText('/console/session', { method: 'DELETE' }).catch((error: unknown) => {
    if (!isUnauthorized(error)) throw error;
  });
  keepPageSecret(undefined);
  signedOut();
  tellTabs({ type: 'signed-out' });
  const issuerUrl = answer && (JSON.parse(answer.text) as { data: { issuerUrl?: string } }).data.issuerUrl;
  if (issuerUrl !== undefined) location.assign(issuerUrl);
}
