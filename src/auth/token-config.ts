// The settings of access tokens, in the form in which tokens are verified and signed.
import type { Algorithm, PublicKey } from './keys.ts';

export interface TokenConfig {
  /** The shared secret, if any. Outside production the development secret stands in if no key at all is configured. */
  readonly secret: string | undefined;
  readonly publicKey: PublicKey | undefined;
  readonly jwksUrl: string | undefined;
  readonly algorithms: readonly Algorithm[];
  readonly issuers: readonly string[];
  readonly audiences: readonly string[];
  readonly playerClaim: string;
  readonly clockToleranceSeconds: number;
  readonly requiredClaims: readonly string[];
  /** Allowed values of `typ` in a token's header, spelled as in the settings. Empty means that all are allowed. */
  readonly types: readonly string[];
  /** The memory for verified tokens. */
  readonly cacheMaxBytes: number;
}
