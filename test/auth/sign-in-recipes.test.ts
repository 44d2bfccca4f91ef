// The settings of docs/sign-in.md before a real service: each takes tokens of the form that its provider documents, and refuses
// those of the trap that the page tells of. The keys are the test's own, except those of Nakama's tokens, which a server issued.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SignJWT } from 'jose';
import { loadConfig } from '../../src/config/config.ts';
import type { Environment } from '../../src/config/settings.ts';
import { warningsOf } from '../../src/config/spelling.ts';
import { paths } from '../harness/api.ts';
import { manualClock } from '../harness/clock.ts';
import { createSigningKey, type SigningKey, signWith } from '../harness/keys.ts';
import { startService } from '../harness/service.ts';
import { blocksOf, sectionTitles, settingsOf } from '../harness/sign-in-page.ts';

type Claims = Readonly<Record<string, unknown>>;

const clock = manualClock();
const now = Math.floor(clock.now() / 1000);
const times = { iat: now, exp: now + 3_600 };
let keys: Record<'RS256' | 'ES256', SigningKey>;
let keySet: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  keys = { RS256: await createSigningKey('RS256'), ES256: await createSigningKey('ES256') };
  const published = Object.values(keys).map(({ jwk }) => jwk);
  keySet = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json({ keys: published }) });
});
afterAll(() => keySet.stop(true));

describe('the settings', () => {
  const recipes = sectionTitles.flatMap((title) =>
    blocksOf(title, 'ini').map((_, number) => [title, settingsOf(title, number)] as const),
  );

  test('are there for each sign-in of the page', () => {
    const without = sectionTitles.filter((title) => blocksOf(title, 'ini').length === 0);
    // The recipe of Steam has the settings of guests.
    expect(without).toEqual(['The same for all', 'In development', 'Steam']);
  });

  test.each(recipes)('for %s start in production, once a secret is filled in', (_title, settings) => {
    const filled =
      'JWT_SECRET' in settings ? { JWT_SECRET: '5f2b9c/1e7d8a and more, 40 characters long' } : {};
    const environment = { NODE_ENV: 'production', ...settings, ...filled };
    expect(loadConfig(environment).production).toBe(true);
    expect(warningsOf(environment)).toEqual([]);
    expect(settings.JWT_REQUIRED_CLAIMS?.split(',')).toContain('exp');
    if ('JWT_SECRET' in settings) expect(() => loadConfig({ NODE_ENV: 'production', ...settings })).toThrow();
  });
});

/** Tries tokens on a service with the settings of a recipe. Only the address of the key set is another. */
async function tryTokens(settings: Environment, tokens: Readonly<Record<string, string>>) {
  const { JWT_JWKS_URL = '', JWT_SECRET = '' } = settings;
  const url = JWT_JWKS_URL && keySet.url.href;
  const service = await startService({ clock, environment: { ...settings, JWT_JWKS_URL: url, JWT_SECRET } });
  const results: Record<string, string> = {};
  for (const [name, token] of Object.entries(tokens)) {
    const { status, body, headers } = await service.call('GET', paths.metadata, { token });
    results[name] = status === 200 ? body.data.playerId : `${status} ${headers.get('x-error-detail')}`;
  }
  await service.stop();
  return results;
}

interface Recipe {
  readonly title: string;
  /** The block of settings in the section, from 0. */
  readonly number?: number;
  readonly algorithm?: 'RS256' | 'ES256';
  /** The claims of a good token, which names the player. */
  readonly good: Claims & { readonly sub: string };
  /** The changes that make a token of a trap; undefined takes a claim out. Each with the end of the reason for its refusal. */
  readonly traps: Readonly<Record<string, readonly [changes: Claims, reason: string]>>;
}

/** The key `anon` of a project, whose claims are a role and times. */
const keyAnon = { iss: 'supabase', aud: undefined, sub: undefined, session_id: undefined, role: 'anon' };
const withoutEnd = [{ exp: undefined }, 'required is missing'] as const;
const uuid = '4e5a1b6c-8f0d-4c3b-9a57-0d2f6f3f1f11';

const recipes: readonly Recipe[] = [
  {
    title: 'Firebase',
    good: {
      iss: 'https://securetoken.google.com/PROJECT_ID',
      aud: 'PROJECT_ID',
      auth_time: now,
      user_id: 'aUid28CharactersLong00000000',
      sub: 'aUid28CharactersLong00000000',
      firebase: { identities: {}, sign_in_provider: 'anonymous' },
    },
    traps: {
      'another project': [{ iss: 'https://securetoken.google.com/other', aud: 'other' }, 'another issuer'],
      'another audience': [{ aud: 'other' }, 'another audience'],
      'no end': withoutEnd,
    },
  },
  {
    title: 'Auth0',
    good: {
      iss: 'https://TENANT.eu.auth0.com/',
      sub: 'auth0|5f7c8ec7c33c6c004bbafe82',
      azp: 'a client',
      aud: ['https://game.example', 'https://TENANT.eu.auth0.com/userinfo'],
      scope: 'openid profile',
    },
    traps: {
      'an issuer without the slash': [{ iss: 'https://TENANT.eu.auth0.com' }, 'another issuer'],
      'an ID token': [{ aud: 'a client' }, 'another audience'],
      'no end': withoutEnd,
    },
  },
  {
    title: 'Amazon Cognito',
    good: {
      iss: 'https://cognito-idp.REGION.amazonaws.com/POOL_ID',
      sub: uuid,
      aud: 'APP_CLIENT_ID',
      token_use: 'id',
      'cognito:username': 'ann',
      auth_time: now,
    },
    traps: {
      'an access token': [
        { aud: undefined, client_id: 'APP_CLIENT_ID', token_use: 'access' },
        'required is missing',
      ],
      'another app client': [{ aud: 'other' }, 'another audience'],
      'another pool': [{ iss: 'https://cognito-idp.REGION.amazonaws.com/other' }, 'another issuer'],
    },
  },
  {
    title: 'Amazon Cognito',
    number: 1,
    good: {
      iss: 'https://cognito-idp.REGION.amazonaws.com/POOL_ID',
      sub: uuid,
      client_id: 'APP_CLIENT_ID',
      token_use: 'access',
      username: 'ann',
      scope: 'aws.cognito.signin.user.admin',
    },
    traps: {
      'a program, by client credentials': [
        { sub: 'APP_CLIENT_ID', username: undefined },
        'required is missing',
      ],
      'an ID token': [{ client_id: undefined, aud: 'APP_CLIENT_ID' }, 'required is missing'],
    },
  },
  {
    title: 'Keycloak',
    good: {
      iss: 'https://KEYCLOAK.EXAMPLE.COM/realms/REALM',
      sub: uuid,
      typ: 'Bearer',
      azp: 'game',
      aud: ['my-game', 'account'],
      realm_access: { roles: ['offline_access'] },
    },
    traps: {
      'no mapper of the audience': [{ aud: 'account' }, 'another audience'],
      'an ID token': [{ aud: 'game', typ: 'ID' }, 'another audience'],
      'no client scope basic': [{ sub: undefined }, 'required is missing'],
      'another realm': [{ iss: 'https://KEYCLOAK.EXAMPLE.COM/realms/other' }, 'another issuer'],
    },
  },
  {
    title: 'Supabase',
    algorithm: 'ES256',
    good: {
      iss: 'https://PROJECT_REF.supabase.co/auth/v1',
      sub: uuid,
      aud: 'authenticated',
      role: 'authenticated',
      session_id: uuid,
      aal: 'aal1',
      is_anonymous: true,
      email: '',
    },
    traps: {
      'the key anon': [keyAnon, 'required is missing'],
      'another project': [{ iss: 'https://other.supabase.co/auth/v1' }, 'another issuer'],
    },
  },
  {
    title: 'Clerk',
    good: {
      iss: 'https://clerk.YOUR.DOMAIN',
      sub: 'user_2abc',
      sid: 'sess_123',
      nbf: now - 10,
      v: 2,
      azp: 'https://game.example',
      exp: now + 60,
    },
    traps: {
      'a token without a session': [{ sub: 'mch_2abc', sid: undefined }, 'required is missing'],
      'another instance': [{ iss: 'https://NAME.clerk.accounts.dev' }, 'another issuer'],
    },
  },
];

describe('a player of', () => {
  test.each(recipes)('$title is known, and none of its traps opens', async (recipe) => {
    const { title, number, algorithm = 'RS256', good, traps } = recipe;
    const key = keys[algorithm];
    const sign = (changes: Claims) => signWith(key, { ...times, ...good, ...changes }, { kid: key.jwk.kid });
    const tokens: Record<string, string> = { good: await sign({}) };
    for (const [name, [changes]] of Object.entries(traps)) tokens[name] = await sign(changes);
    const results = await tryTokens(settingsOf(title, number), tokens);
    const refused = Object.entries(traps).map(([name, [, reason]]) => [
      name,
      expect.stringMatching(new RegExp(`^401 .*${reason}$`)),
    ]);
    expect(results).toEqual({ good: good.sub, ...Object.fromEntries(refused) });
  });
});

test('players of Firebase and guests play side by side, by the settings of both', async () => {
  const [firebase, guests] = [settingsOf('Firebase'), settingsOf('Guests by device')];
  const JWT_SECRET = '5f2b9c/1e7d8a and more, 40 characters long';
  const settings = {
    ...firebase,
    JWT_SECRET,
    JWT_ALGORITHMS: 'RS256,HS256',
    JWT_REQUIRED_CLAIMS: 'exp,sub',
    JWT_ISSUER: `${firebase.JWT_ISSUER},${guests.JWT_ISSUER}`,
    JWT_AUDIENCE: `${firebase.JWT_AUDIENCE},${guests.JWT_AUDIENCE}`,
  };
  const good = { ...times, ...recipes[0]?.good };
  const guest = { ...times, iss: 'guests', aud: 'my-game', sub: 'guest-1' };
  const signAsBackend = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(JWT_SECRET));
  const results = await tryTokens(settings, {
    firebase: await signWith(keys.RS256, good),
    guest: await signAsBackend(guest),
    'another project': await signWith(keys.RS256, { ...good, iss: 'https://securetoken.google.com/other' }),
    'a guest of another game': await signAsBackend({ ...guest, aud: 'other' }),
  });
  expect(results).toEqual({
    firebase: good.sub ?? '',
    guest: 'guest-1',
    'another project': '401 the token is from another issuer',
    'a guest of another game': '401 the token is for another audience',
  });
});

describe('a token of Nakama 3.40', () => {
  const settings = { ...settingsOf('Nakama'), JWT_SECRET: 'fixture-a-session-key-0123456789' };
  const header = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';
  const claims =
    'eyJ0aWQiOiI5YWQxNWUzMy1mMWIwLTRjM2MtYjI2Mi1iNTFhNjg0Nzc1ZjEiLCJ1aWQiOiJlMmNlMDgxNy00MDcyLTQ4MGEtYWExNS0zOTc1ZTE3NzE5NWIi' +
    'LCJ1c24iOiJtaXJhIiwidnJzIjp7ImJ1aWxkIjoiMS44LjIiLCJwbGF0Zm9ybSI6ImFuZHJvaWQifSwiZXhwIjoyMTEwNzcxMDY2LCJpYXQiOjE3OTU0MTEwNjZ9';

  test('names its user, and its refresh token does not', async () => {
    const results = await tryTokens(settings, {
      session: `${header}.${claims}.DS9eDruf8ZfYTn7ZNVEqWggXvJfLpz3sW6r4n90TseI`,
      refresh: `${header}.${claims}.dGoZDBkoN8LRH_yNDybzyypdssskLVAU8E3aSgR9QBw`,
    });
    expect(results).toEqual({
      session: 'e2ce0817-4072-480a-aa15-3975e177195b',
      refresh: expect.stringMatching(/^401 /),
    });
  });

  test('that has expired is refused', async () => {
    clock.advance((2_110_771_066 + 6) * 1000 - clock.now());
    const expired = `${header}.${claims}.DS9eDruf8ZfYTn7ZNVEqWggXvJfLpz3sW6r4n90TseI`;
    expect(await tryTokens(settings, { expired })).toEqual({ expired: expect.stringMatching(/^401 .*exp/) });
  });

  test('needs a key of the studio in production: everybody knows the preset one', () => {
    const preset = { ...settings, JWT_SECRET: 'defaultencryptionkey', NODE_ENV: 'production' };
    expect(() => loadConfig(preset)).toThrow('problem');
    expect(loadConfig({ ...preset, JWT_SECRET: settings.JWT_SECRET }).tokens.playerClaim).toBe('uid');
  });
});
