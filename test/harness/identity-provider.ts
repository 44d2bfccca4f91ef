// A real identity provider (oidc-provider) on loopback, whose signing keys a test can rotate while it runs.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

export const audience = 'https://game.example';
const client = { id: 'game', secret: 'the secret of the game client' };
/** The client of a game on a player's device, which has no secret. */
export const publicClient = { id: 'game-on-a-device', redirect: 'http://127.0.0.1/signed-in' };

export interface IdentityProvider {
  readonly issuer: string;
  readonly jwksUrl: string;
  /** An access token (RFC 9068) from the token endpoint, for the player `player` of its claim `player`. */
  issueToken(player: string): Promise<string>;
  /** From now on signs with the first key, and publishes all keys. */
  useKeys(keys: readonly JWK[]): void;
  stop(): Promise<void>;
}

export async function createProviderKey(algorithm: 'ES256' | 'RS256', kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: algorithm, use: 'sig' };
}

export async function startIdentityProvider(keys: readonly JWK[]): Promise<IdentityProvider> {
  let handle: ReturnType<Provider['callback']> | undefined;
  let finishSignIn: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined;
  let player = '';
  const server = createServer((request, response) => {
    // The page where a player would type a password: here the name in the hint signs in.
    if (request.url?.startsWith('/interaction/')) void finishSignIn?.(request, response);
    else void handle?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const useKeys = (current: readonly JWK[]): void => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          id_token_signed_response_alg: current[0]?.alg as 'ES256',
          grant_types: ['client_credentials'],
          response_types: [],
          redirect_uris: [],
        },
        {
          client_id: publicClient.id,
          application_type: 'native',
          token_endpoint_auth_method: 'none',
          id_token_signed_response_alg: current[0]?.alg as 'ES256',
          grant_types: ['authorization_code'],
          response_types: ['code'],
          redirect_uris: [publicClient.redirect],
        },
      ],
      clientAuthMethods: ['client_secret_basic', 'none'],
      findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
      loadExistingGrant: grantAll,
      jwks: { keys: [...current] },
      extraTokenClaims: () => ({ player }),
      features: {
        clientCredentials: { enabled: true },
        devInteractions: { enabled: false },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => audience,
          useGrantedResource: () => true,
          getResourceServerInfo: () => ({
            scope: '',
            audience,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: (current[0]?.alg ?? 'ES256') as 'ES256', kid: current[0]?.kid ?? '' } },
          }),
        },
      },
    });
    handle = provider.callback();
    finishSignIn = async (request, response) => {
      const { params } = await provider.interactionDetails(request, response);
      const login = { accountId: String(params.login_hint) };
      await provider.interactionFinished(request, response, { login, consent: {} });
    };
  };
  useKeys(keys);

  return {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    useKeys,
    async issueToken(name) {
      player = name;
      const credentials = [client.id, client.secret].map(encodeURIComponent).join(':');
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(credentials)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      const body = (await answer.json()) as { access_token?: string };
      if (!body.access_token) throw new Error(`the provider refused: ${JSON.stringify(body)}`);
      return body.access_token;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The consent of the player, which is not asked for. */
async function grantAll({ oidc }: KoaContextWithOIDC): Promise<InstanceType<Provider['Grant']>> {
  const { provider, client: game, session } = oidc;
  const accountId = session?.accountId ?? '';
  const grant = new provider.Grant({ clientId: game?.clientId ?? '', accountId });
  grant.addOIDCScope('openid');
  grant.addResourceScope(audience, '');
  await grant.save();
  return grant;
}
