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
const JWT_SECRET = '5f2b9c/1e7d8a and more, 40 characters long';
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
    const filled = 'JWT_SECRET' in settings ? { JWT_SECRET } : {};
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
  /** The changes that make a token of a trap; undefined takes a claim out. By the end of the reason for its refusal. */
  readonly traps: Readonly<Record<string, readonly Claims[]>>;
}

const uuid = '4e5a1b6c-8f0d-4c3b-9a57-0d2f6f3f1f11';
const pool = 'https://cognito-idp.REGION.amazonaws.com/POOL_ID';
const auth0 = 'https://TENANT.eu.auth0.com';
const google = 'https://securetoken.google.com';
const realms = 'https://KEYCLOAK.EXAMPLE.COM/realms';
/** The key `anon` of a project of Supabase, whose claims are a role and times. */
const keyAnon = { iss: 'supabase', aud: undefined, sub: undefined, session_id: undefined, role: 'anon' };

const recipes: readonly Recipe[] = [
  {
    title: 'Firebase',
    good: {
      iss: `${google}/PROJECT_ID`,
      aud: 'PROJECT_ID',
      auth_time: now,
      user_id: 'aUid28',
      sub: 'aUid28',
    },
    traps: {
      'another issuer': [{ iss: `${google}/other`, aud: 'other' }],
      'another audience': [{ aud: 'other' }],
      'required is missing': [{ exp: undefined }],
    },
  },
  {
    title: 'Auth0',
    good: {
      iss: `${auth0}/`,
      sub: 'auth0|5f7c',
      azp: 'a client',
      aud: ['https://game.example', `${auth0}/userinfo`],
    },
    traps: {
      // Without the slash.
      'another issuer': [{ iss: auth0 }],
      // An ID token.
      'another audience': [{ aud: 'a client' }],
      'required is missing': [{ exp: undefined }],
    },
  },
  {
    title: 'Amazon Cognito',
    good: { iss: pool, sub: uuid, aud: 'APP_CLIENT_ID', token_use: 'id', 'cognito:username': 'ann' },
    traps: {
      // An access token.
      'required is missing': [{ aud: undefined, client_id: 'APP_CLIENT_ID', token_use: 'access' }],
      'another audience': [{ aud: 'other' }],
      'another issuer': [{ iss: `${pool}2` }],
    },
  },
  {
    title: 'Amazon Cognito',
    number: 1,
    good: { iss: pool, sub: uuid, client_id: 'APP_CLIENT_ID', token_use: 'access', username: 'ann' },
    traps: {
      'required is missing': [
        // A program, by client credentials, and an ID token.
        { sub: 'APP_CLIENT_ID', username: undefined },
        { client_id: undefined, aud: 'APP_CLIENT_ID' },
      ],
    },
  },
  {
    title: 'Keycloak',
    good: { iss: `${realms}/REALM`, sub: uuid, typ: 'Bearer', azp: 'game', aud: ['my-game', 'account'] },
    traps: {
      // Without the mapper of the audience, and an ID token.
      'another audience': [{ aud: 'account' }, { aud: 'game', typ: 'ID' }],
      // Without the client scope basic.
      'required is missing': [{ sub: undefined }],
      'another issuer': [{ iss: `${realms}/other` }],
    },
  },
  {
    title: 'Supabase',
    algorithm: 'ES256',
    good: {
      iss: 'https://PROJECT_REF.supabase.co/auth/v1',
      sub: uuid,
      aud: 'authenticated',
      session_id: uuid,
    },
    traps: {
      'required is missing': [keyAnon],
      'another issuer': [{ iss: 'https://other.supabase.co/auth/v1' }],
    },
  },
  {
    title: 'Clerk',
    good: {
      iss: 'https://clerk.YOUR.DOMAIN',
      sub: 'user_2abc',
      sid: 'sess_123',
      nbf: now - 10,
      exp: now + 60,
    },
    traps: {
      // A token without a session.
      'required is missing': [{ sub: 'mch_2abc', sid: undefined }],
      'another issuer': [{ iss: 'https://NAME.clerk.accounts.dev' }],
    },
  },
];

describe('a player of', () => {
  test.each(recipes)('$title is known, and none of its traps opens', async (recipe) => {
    const { title, number, algorithm = 'RS256', good, traps } = recipe;
    const key = keys[algorithm];
    const sign = (changes: Claims) => signWith(key, { ...times, ...good, ...changes }, { kid: key.jwk.kid });
    const tokens: Record<string, string> = { good: await sign({}) };
    const expected: Record<string, unknown> = { good: good.sub };
    for (const [reason, changes] of Object.entries(traps))
      for (const [index, change] of changes.entries()) {
        tokens[`${reason} ${index}`] = await sign(change);
        expected[`${reason} ${index}`] = expect.stringMatching(new RegExp(`^401 .*${reason}$`));
      }
    expect(await tryTokens(settingsOf(title, number), tokens)).toEqual(expected as never);
  });
});

test('players of Firebase and guests play side by side, by the settings of both', async () => {
  const [firebase, guests] = [settingsOf('Firebase'), settingsOf('Guests by device')];
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
    'another project': await signWith(keys.RS256, { ...good, iss: `${google}/other` }),
    'a guest of another game': await signAsBackend({ ...guest, aud: 'other' }),
  });
  expect(results).toEqual({
    firebase: good.sub ?? '',
    guest: 'guest-1',
    'another project': '401 the token is from another issuer',
    'a guest of another game': '401 the token is for another audience',
  });
});

test('a token of Nakama 3.40 names its user until it expires, and its refresh token does not', async () => {
  const settings = { ...settingsOf('Nakama'), JWT_SECRET: 'fixture-a-session-key-0123456789' };
  const claims =
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.' +
    'eyJ0aWQiOiI5YWQxNWUzMy1mMWIwLTRjM2MtYjI2Mi1iNTFhNjg0Nzc1ZjEiLCJ1aWQiOiJlMmNlMDgxNy00MDcyLTQ4MGEtYWExNS0zOTc1ZTE3NzE5NWIi' +
    'LCJ1c24iOiJtaXJhIiwidnJzIjp7ImJ1aWxkIjoiMS44LjIiLCJwbGF0Zm9ybSI6ImFuZHJvaWQifSwiZXhwIjoyMTEwNzcxMDY2LCJpYXQiOjE3OTU0MTEwNjZ9';
  const session = `${claims}.DS9eDruf8ZfYTn7ZNVEqWggXvJfLpz3sW6r4n90TseI`;
  const refresh = `${claims}.dGoZDBkoN8LRH_yNDybzyypdssskLVAU8E3aSgR9QBw`;
  expect(await tryTokens(settings, { session, refresh })).toEqual({
    session: 'e2ce0817-4072-480a-aa15-3975e177195b',
    refresh: expect.stringMatching(/^401 /),
  });
  clock.advance((2_110_771_066 + 6) * 1000 - clock.now());
  expect(await tryTokens(settings, { session })).toEqual({ session: expect.stringMatching(/^401 .*exp/) });
  // Everybody knows the preset key.
  const preset = { ...settings, JWT_SECRET: 'defaultencryptionkey', NODE_ENV: 'production' };
  expect(() => loadConfig(preset)).toThrow('problem');
  expect(loadConfig({ ...preset, JWT_SECRET: settings.JWT_SECRET }).tokens.playerClaim).toBe('uid');
});
