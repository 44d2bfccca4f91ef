// The ways to sign in, on the sign-in page and in the dialog over pages: with an account at the issuer, or with a server key.
import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../api/failure.ts';
import { openSignInTab } from '../api/issuer-attempt.ts';
import { goToIssuer, signIn } from '../api/session.ts';
import { useSignInWays } from '../api/sign-in-ways.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { asSentence, FailureText, Skeleton } from '../components/states.tsx';

/** @param isOverPage the page behind has to stay, so the sign-in at the issuer is in a tab of its own */
export function SignInWays({ isOverPage = false }: { readonly isOverPage?: boolean }) {
  const ways = useSignInWays();
  const [wantsKey, setWantsKey] = useState(false);
  if (ways === undefined) return <Skeleton lines={2} />;
  const { issuer, keys } = ways;
  const showsKey = keys && (issuer === null || wantsKey);
  return (
    <>
      {issuer !== null && <IssuerButton issuer={issuer} isOverPage={isOverPage} />}
      {keys && issuer !== null && !wantsKey && (
        <Button variant="ghost" onClick={() => setWantsKey(true)}>
          Use a server key
        </Button>
      )}
      {showsKey && <KeyForm isPrimary={issuer === null} />}
      {!isOverPage && (
        <div className="sign-in-help">
          {issuer === null ? <KeyHelp /> : <IssuerHelp issuer={issuer} />}
          {showsKey && (
            <p>The key is not stored in this browser: it is exchanged for a session that ends by itself.</p>
          )}
        </div>
      )}
    </>
  );
}

const KeyHelp = () => (
  <p>
    No key yet? On the machine of the service, run
    <code className="sign-in-command">npx playkeep key create NAME --scope all</code>
  </p>
);

const IssuerHelp = ({ issuer }: { readonly issuer: string }) => (
  <p>
    You sign in at <bdi>{issuer}</bdi>, and come back here. Your role there says what you may do.
  </p>
);

function IssuerButton({ issuer, isOverPage }: { readonly issuer: string; readonly isOverPage: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  async function go() {
    if (isOverPage) return openSignInTab();
    setBusy(true);
    setFailure(undefined);
    await goToIssuer().catch((error: unknown) => {
      setFailure(error);
      setBusy(false);
    });
  }
  return (
    <>
      <Button ref={button} variant="primary" isBusy={isBusy} onClick={() => void go()}>
        <span className="sign-in-issuer">
          Sign in with <bdi>{issuer}</bdi>
        </span>
      </Button>
      {isOverPage && (
        <p className="field-hint">It opens a tab, and this page goes on by itself afterwards.</p>
      )}
      {failure !== undefined && <FailureText error={failure} />}
    </>
  );
}

function KeyForm({ isPrimary }: { readonly isPrimary: boolean }) {
  const [key, setKey] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

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
        ref={field}
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
      <Button type="submit" variant={isPrimary ? 'primary' : 'secondary'} isBusy={isBusy}>
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
