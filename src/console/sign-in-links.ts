// One-time sign-in links of the console: each stands for a server key, works once, and lasts for five minutes. They live in
// the memory of the process that made them.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { keyDigest } from '../lib/key-text.ts';
import { SIGN_IN_LINK_SECONDS } from '../limits.ts';

export interface SignInLinks {
  /** @param keyDigest the digest of the key's text. @returns the token of a new link, of 256 random bits. */
  issue(keyDigest: string): string;
  /** @returns the digest of the key, once; undefined for a token that is unknown, used or too old. */
  redeem(token: string): string | undefined;
}

/** The address of the console at a service, with a new link in its fragment, which is never sent to a server. */
export const signInUrl = (serviceUrl: string, links: SignInLinks, keyDigest: string): string =>
  `${serviceUrl}/console/sign-in#token=${links.issue(keyDigest)}`;

export function createSignInLinks(clock: Clock): SignInLinks {
  const links = new Map<string, { readonly keyDigest: string; readonly expiresAt: number }>();
  return {
    issue(digest) {
      const token = randomBytes(32).toString('base64url');
      links.set(keyDigest(token), {
        keyDigest: digest,
        expiresAt: clock.monotonic() + SIGN_IN_LINK_SECONDS * 1000,
      });
      return token;
    },
    redeem(token) {
      const digest = keyDigest(token);
      const link = links.get(digest);
      links.delete(digest);
      return link && clock.monotonic() < link.expiresAt ? link.keyDigest : undefined;
    },
  };
}
