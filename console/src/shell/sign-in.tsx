// Sign-in: by the text of a server key, or by a link that works once. The token of a link leaves the address at once.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../api/failure.ts';
import { signIn, signInByLink } from '../api/session.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { Mark } from '../components/icons.tsx';
import { asSentence, FailureText, Skeleton } from '../components/states.tsx';

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
      <SignInForm />
      <div className="sign-in-help">
        <p>
          No key yet? On the machine of the service, run
          <code className="sign-in-command">npx playkeep key create support --scope players:read</code>
        </p>
        <p>The key stays out of this browser: it is exchanged for a session that ends by itself.</p>
      </div>
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
    <SignInForm />
  </Dialog>
);

function SignInForm() {
  const [key, setKey] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function submit() {
    if (isBusy) return;
    const problem = problemOf(key.trim());
    if (problem !== undefined) return setFailure(problem);
    setBusy(true);
    setFailure(undefined);
    try {
      await signIn(key.trim());
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  const isRefused = failure instanceof ApiFailure && failure.status === 401;
  const reason = isRefused
    ? asSentence(failure.detail ?? 'this key does not open the console')
    : typeof failure === 'string'
      ? failure
      : undefined;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label="Server key"
        type="password"
        name="server-key"
        isMono
        value={key}
        onChange={setKey}
        placeholder="pk_…"
        autoComplete="current-password"
        spellCheck={false}
        autoCapitalize="none"
        error={reason}
      />
      {failure !== undefined && reason === undefined && <FailureText error={failure} />}
      <Button type="submit" variant="primary" isBusy={isBusy}>
        Sign in
      </Button>
    </form>
  );
}

/** The problem of a text that no header could carry (RFC 6750 section 2.1), so that it can be no key. */
function problemOf(key: string): string | undefined {
  if (key === '') return 'Enter a server key.';
  const [strange] = /[^ -~]/u.exec(key) ?? [];
  return strange && `This is no server key: it has “${strange}” in it. Copy the key again.`;
}

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
          <Button onClick={() => location.assign('/console')}>Sign in with a key</Button>
        </>
      )}
    </Frame>
  );
}
