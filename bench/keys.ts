// Key pairs of the kinds that identity providers sign with, for tokens that the service has not seen before.
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import type { Sign } from './data.ts';

export interface FreshKey {
  readonly name: string;
  /** The settings of a service that accepts tokens of this key. */
  readonly environment: Record<string, string>;
  /** Each token is different, also for the same player. */
  readonly sign: Sign;
}

export function freshKeys(): Promise<FreshKey[]> {
  return Promise.all(
    ['ES256', 'RS256'].map(async (alg) => {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
      return {
        name: alg,
        environment: { JWT_PUBLIC_KEY: await exportSPKI(publicKey) },
        sign: (playerId) =>
          new SignJWT({ sub: playerId, jti: crypto.randomUUID() })
            .setProtectedHeader({ alg })
            .sign(privateKey),
      };
    }),
  );
}
