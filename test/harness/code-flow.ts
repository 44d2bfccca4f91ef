// Signs a player in as a game on a device does: by the authorization code flow of OpenID Connect, with PKCE (RFC 7636).
import { createHash, randomBytes } from 'node:crypto';
import { publicClient } from './identity-provider.ts';

export interface SignedInTokens {
  readonly accessToken: string;
  readonly idToken: string;
}

const mostRedirects = 5;

export async function signInByCode(issuer: string, player: string): Promise<SignedInTokens> {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    ...{ client_id: publicClient.id, redirect_uri: publicClient.redirect, response_type: 'code' },
    ...{ scope: 'openid', login_hint: player, state: randomBytes(8).toString('hex') },
    ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url') },
    code_challenge_method: 'S256',
  });
  const code = await followToCode(`${issuer}/auth?${query}`);
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: publicClient.id, code },
      ...{ redirect_uri: publicClient.redirect, code_verifier: verifier },
    }),
  });
  const body = (await answer.json()) as { access_token?: string; id_token?: string };
  if (!body.access_token || !body.id_token) throw new Error(`the provider refused: ${JSON.stringify(body)}`);
  return { accessToken: body.access_token, idToken: body.id_token };
}

/** Follows the redirects with their cookies, as a browser does. @returns the code in the redirect back to the game */
async function followToCode(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`no redirect, but ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url).href;
    if (!url.startsWith(publicClient.redirect)) continue;
    const code = new URL(url).searchParams.get('code');
    if (code === null) throw new Error(`no code in ${url}`);
    return code;
  }
  throw new Error('too many redirects');
}
