// Sign-in: with an account at the issuer, by the text of a server key, or by a link that works once. The token of a link and the code
// of the issuer leave the address at once.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../api/failure.ts';
import type { IssuerAnswer } from '../api/issuer-attempt.ts';
import { consolePath } from '../api/service-url.ts';
import { goToIssuer, signInByIssuer, signInByLink } from '../api/session.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Mark } from '../components/icons.tsx';
import { asSentence, FailureText, Skeleton } from '../components/states.tsx';
import { SignInWays } from './sign-in-ways.tsx';

export const signInPath = '/sign-in';

/** The token of a sign-in link, taken out of the address; undefined where there is none. */
export function takeLinkToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined;
  if (token !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

const Frame = ({ children }: { readonly children: ReactNode }) => (
  <main className="sign-in">
    <div className="sign-in-card">
      <div className="sign-in-brand">
        <Mark size={36} />
        <span>Playkeep</span>
      </div>
      {children}
    </div>
  </main>
);

/** The page for callers that are not signed in. The address stays, so that they come to the page that they wanted. */
export function SignInPage({ notice }: { readonly notice?: string | undefined }) {
  useEffect(() => {
    document.title = 'Sign in · Playkeep';
  }, []);
  return (
    <Frame>
      <h1>Sign in</h1>
      {notice !== undefined && (
        <p className="sign-in-notice" role="alert">
          {notice}
        </p>
      )}
      <SignInWays />
    </Frame>
  );
}

/** The dialog over pages whose session has ended. They keep what was typed. */
export const SignInAgain = () => (
  <Dialog
    isOpen
    isSticky
    onClose={() => undefined}
    title="Sign in again"
    description="Sign in to go on. The page behind this stays, with everything that you typed."
  >
    <SignInWays isOverPage />
  </Dialog>
);

/** Signs in by a link, once. The caller leaves this page when somebody is signed in. */
export function LinkSignIn({ token }: { readonly token: string }) {
  const [failure, setFailure] = useState<unknown>();
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    signInByLink(token).catch(setFailure);
  }, [token]);
  if (failure instanceof ApiFailure && failure.status === 401) {
    return <SignInPage notice="This link was used already, or it is older than five minutes." />;
  }
  return (
    <Frame>
      <h1>{failure === undefined ? 'Signing in' : 'Sign in'}</h1>
      {failure === undefined ? (
        <Skeleton lines={2} />
      ) : (
        <>
          <FailureText error={failure} />
          <Button onClick={() => location.assign(consolePath)}>Sign in with a key</Button>
        </>
      )}
    </Frame>
  );
}

/**
 * Takes the answer of the issuer, or without one goes there, once. The caller leaves this page when somebody is signed in. A refusal
 * stands above the sign-in, where the person can try again.
 */
export function IssuerSignIn({ answer }: { readonly answer: IssuerAnswer | undefined }) {
  const [failure, setFailure] = useState<unknown>();
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    (answer === undefined ? goToIssuer(true) : signInByIssuer(answer)).catch(setFailure);
  }, [answer]);
  if (failure instanceof ApiFailure) {
    return <SignInPage notice={asSentence(failure.detail ?? failure.message)} />;
  }
  return (
    <Frame>
      <h1>Signing in</h1>
      {failure === undefined ? <Skeleton lines={2} /> : <FailureText error={failure} />}
    </Frame>
  );
}
