// The settings by which people sign in at the console, as the code of the sign-in takes them.
import type { Scope } from '../../store/ports/keys.ts';

/** A value of the claim, and what those who have it may do. */
export interface Role {
  readonly value: string;
  readonly scopes: readonly Scope[];
}

export interface StaffConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name of a claim, or a JSON Pointer to a value within one. */
  readonly claim: string;
  readonly roles: readonly Role[];
  /** The address at which browsers reach the service, without a slash at its end. Never that of a request. */
  readonly publicUrl: string;
  /** How far the times of a token may be off. */
  readonly clockToleranceSeconds: number;
  /** May people sign in at the console with a server key too? */
  readonly takesKeys: boolean;
}

/** The page to which the issuer sends a browser back. Registered there, so it never changes. */
export const callbackPath = '/console/sign-in/callback';
export const callbackUrl = ({ publicUrl }: Pick<StaffConfig, 'publicUrl'>): string =>
  publicUrl + callbackPath;

/** The page after a sign-out at the issuer. */
export const signedOutUrl = ({ publicUrl }: Pick<StaffConfig, 'publicUrl'>): string =>
  `${publicUrl}/console/sign-in`;

/** The issuer in one spelling, under which people are known. */
export const issuerIdOf = ({ issuer }: Pick<StaffConfig, 'issuer'>): string => new URL(issuer).href;
