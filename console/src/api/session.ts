// The session of the console in this tab: the key that is signed in, and its scopes. The service keeps the session itself, by a
// cookie that scripts cannot read.
import { useSyncExternalStore } from 'react';
import { api, dataOf, onSignedOut, requestText } from './client.ts';
import { loadAgain } from './connection.ts';
import { ApiFailure } from './failure.ts';
import type { components } from './schema.ts';

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
  if (state.status === 'signed-in') set({ ...state, isExpired: true });
  else if (state.status === 'unknown') set({ status: 'signed-out' });
});

/** Asks the service who is signed in. */
export async function loadSession(): Promise<void> {
  set({ status: 'unknown' });
  try {
    signedIn(await dataOf(api.GET('/api/server/me')));
  } catch (failure) {
    const isNobody = failure instanceof ApiFailure && failure.status === 401;
    set(isNobody ? { status: 'signed-out' } : { status: 'failed', failure });
  }
}

function signedIn(identity: Identity): void {
  const before = state.status === 'signed-in' ? state.identity : undefined;
  set({ status: 'signed-in', identity, isExpired: false });
  // Pages stay with what was typed there. They show what this key allows, and read it anew.
  if (before) loadAgain();
}

/** Opens the sign-in dialog over the page, for another key. */
export function signInAgain(): void {
  if (state.status === 'signed-in') set({ ...state, isExpired: true });
}

const identityOf = (text: string): Identity => (JSON.parse(text) as { data: Identity }).data;

/** Signs in with the text of a server key. @throws ApiFailure */
export async function signIn(key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const { text } = await requestText('/console/session', { method: 'POST', headers });
  signedIn(identityOf(text));
}

/** Signs in with the token of a sign-in link. @throws ApiFailure */
export async function signInByLink(token: string): Promise<void> {
  const body = JSON.stringify({ token });
  const { text } = await requestText('/console/session/link', { method: 'POST', body });
  signedIn(identityOf(text));
}

/** Ends the session here and at the service. @throws ApiFailure when the service did not end it */
export async function signOut(): Promise<void> {
  await requestText('/console/session', { method: 'DELETE' }).catch((error: unknown) => {
    const isEnded = error instanceof ApiFailure && error.status === 401;
    if (!isEnded) throw error;
  });
  set({ status: 'signed-out' });
}
