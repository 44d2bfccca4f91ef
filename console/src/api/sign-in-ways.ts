// The ways to sign in that this service offers. They are asked for while nobody is signed in, and stay the same while the page is open.
import { useEffect, useState } from 'react';
import { requestText } from './client.ts';

export interface SignInWays {
  /** The host of the issuer; null without one. */
  readonly issuer: string | null;
  /** Does a server key open the console? */
  readonly keys: boolean;
}

let known: SignInWays | undefined;
let asking: Promise<SignInWays> | undefined;

/** A service that cannot be asked may take a key: its form says what is wrong then. */
const unknownWays: SignInWays = { issuer: null, keys: true };

export function askWays(): Promise<SignInWays> {
  asking ??= requestText('/console/session/ways').then(
    ({ text }) => {
      known = (JSON.parse(text) as { data: SignInWays }).data;
      return known;
    },
    () => {
      asking = undefined;
      return unknownWays;
    },
  );
  return asking;
}

/** Undefined while they are asked for, which is over before the page of the sign-in is shown first. */
export function useSignInWays(): SignInWays | undefined {
  const [ways, setWays] = useState(known);
  useEffect(() => {
    if (ways === undefined) void askWays().then(setWays);
  }, [ways]);
  return ways;
}
