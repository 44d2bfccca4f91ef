// An attempt to sign in at the issuer, in the storage of this tab while the person is there: the secret of the page that began it, as
// the cookie alone is worth nothing, and the page to come back to. It is taken out when the person is back, whatever comes of it.
import { consolePath } from './service-url.ts';

export interface IssuerAttempt {
  readonly secret: string;
  /** A path of the console. */
  readonly returnTo: string;
  /** Was the tab opened to sign in for another one? Then it closes. */
  readonly isForAnotherTab: boolean;
}

/** The name in the storage of the tab. */
const attemptName = 'playkeep.sign-in';
/** The path to which the issuer sends the browser back. */
const callbackPath = `${consolePath}/sign-in/callback`;
/** A tab of the console opens another one with it, to sign in there. */
const forAnotherTab = '#for-another-tab';

export function keepAttempt(attempt: IssuerAttempt): void {
  sessionStorage.setItem(attemptName, JSON.stringify(attempt));
}

/** @returns undefined without an attempt; the next call then has none */
function takeAttempt(): IssuerAttempt | undefined {
  try {
    const text = sessionStorage.getItem(attemptName);
    sessionStorage.removeItem(attemptName);
    return text === null ? undefined : (JSON.parse(text) as IssuerAttempt);
  } catch {
    return undefined;
  }
}

const isOfConsole = (path: string): boolean =>
  path.startsWith(consolePath) && /^(?:[/?#]|$)/.test(path.slice(consolePath.length));

export interface IssuerAnswer {
  /** The parameters that the issuer sent. */
  readonly query: string;
  readonly attempt: IssuerAttempt | undefined;
}

/** The answer of the issuer, taken out of the address; undefined where there is none. The address is that of the page to come back to. */
export function takeIssuerAnswer(): IssuerAnswer | undefined {
  if (location.pathname !== callbackPath) return undefined;
  const attempt = takeAttempt();
  const query = location.search.slice(1);
  const isOwn = attempt !== undefined && isOfConsole(attempt.returnTo);
  history.replaceState(history.state, '', isOwn ? attempt.returnTo : `${consolePath}/sign-in`);
  return { query, attempt };
}

/** Opens a tab that signs in for this one, whose page stays as it is. */
export const openSignInTab = (): void => void window.open(`${consolePath}/sign-in${forAnotherTab}`, '_blank');

/** Was this tab opened to sign in for another one? A page of another origin can open none: it is not the opener then. */
export function takeSignInOrder(): boolean {
  if (location.hash !== forAnotherTab) return false;
  history.replaceState(history.state, '', location.pathname);
  return window.opener !== null;
}
