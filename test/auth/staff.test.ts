// The parts of the sign-in of people that need no issuer: claims, the secrets of an attempt, and sealed tokens.
import { describe, expect, test } from 'bun:test';
import { newAttemptSecrets, readAttempt } from '../../src/auth/staff/attempt.ts';
import { describePerson, joinClaims } from '../../src/auth/staff/claims.ts';
import { sealTokens, unsealTokens } from '../../src/auth/staff/sealed-tokens.ts';
import { SESSION_TOKENS_MAX_CHARACTERS } from '../../src/limits.ts';
import { scopes } from '../../src/store/ports/keys.ts';
import { manualClock } from '../harness/clock.ts';

const roles = [
  { value: 'admin', scopes },
  { value: 'support', scopes: ['players:read', 'audit:read'] },
  { value: 'reader', scopes: ['players:read', 'statistics:read'] },
] as const;
const person = (claims: Record<string, unknown>, claim = 'groups') =>
  describePerson({ sub: 'mira', ...claims }, { claim, roles });

describe('roles', () => {
  const reader = ['players:read', 'statistics:read'];
  const url = 'https://studio.example/roles';
  test.each<[string, Record<string, unknown>, string, readonly string[]]>([
    ['a text', { groups: 'support' }, 'groups', ['players:read', 'audit:read']],
    // In the order of all scopes.
    ['several together', { groups: ['reader', 'support'] }, 'groups', [...reader, 'audit:read']],
    ['a pointer', { realm_access: { roles: ['admin'] } }, '/realm_access/roles', scopes],
    ['a name that is a URL', { [url]: ['reader'] }, url, reader],
    ['another case', { groups: ['Admin'] }, 'groups', []],
    ['a part', { groups: 'support, admin' }, 'groups', []],
    ['a member of the prototype', {}, '/constructor/name', []],
    ['nothing', {}, 'groups', []],
    ['a number', { groups: 7 }, 'groups', []],
  ])('by %s', (_, claims, claim, expected) => {
    expect<readonly string[]>(person(claims, claim).scopes).toEqual(expected);
  });

  test('by a mail need one that is verified', () => {
    const own = [{ value: 'mira@studio.example', scopes }] as const;
    for (const claim of ['email', '/email']) {
      const by = (claims: Record<string, unknown>) =>
        describePerson({ sub: 'mira', email: 'mira@studio.example', ...claims }, { claim, roles: own })
          .scopes;
      expect(by({ email_verified: true })).toHaveLength(scopes.length);
      for (const email_verified of [undefined, false, 'true', 1]) expect(by({ email_verified })).toEqual([]);
    }
  });
});

test('a mail counts if the issuer has verified it, and for that mail alone', () => {
  const mailOf = (claims: Record<string, unknown>) => person(claims).mail;
  expect(mailOf({ email: 'a@b.example', email_verified: true })).toBe('a@b.example');
  for (const claims of [
    { email: 'a@b.example' },
    { email: 'a@b.example', email_verified: 'true' },
    { email: 'a b@c.example', email_verified: true },
    { email: `a\u202eb@c.example`, email_verified: true },
    { email: 'x'.repeat(255), email_verified: true },
    { email: ['a@b.example'], email_verified: true },
  ])
    expect(mailOf(claims)).toBeNull();
  const verified = { email: 'b@b.example', email_verified: true };
  expect(mailOf(joinClaims({ email: 'a@b.example' }, verified))).toBeNull();
  expect(mailOf(joinClaims({ email: 'b@b.example' }, verified))).toBe('b@b.example');
  expect(mailOf(joinClaims({}, verified))).toBe('b@b.example');
  expect(mailOf(joinClaims({ email_verified: true }, { email: 'b@b.example' }))).toBeNull();
});

test('a subject has the form that issuers may give', () => {
  for (const sub of ['', 'x'.repeat(256), 'a\nb', 'ä', 7, undefined])
    expect(() => describePerson({ sub }, { claim: 'groups', roles })).toThrow('subject');
});

test('everything of an attempt depends on both secrets and on the issuer, and nothing gives a secret away', () => {
  const clock = manualClock();
  const [one, other] = [newAttemptSecrets(clock), newAttemptSecrets(clock)];
  const read = (change: Partial<typeof one> = {}, issuer = 'https://a.example/') =>
    readAttempt({ ...one, ...change }, issuer, clock);
  const texts = Object.values(read() ?? {});
  expect(new Set(texts).size).toBe(4);
  for (const text of texts) expect(text).toMatch(/^[\w-]{43}$/);
  expect(Object.values(read() ?? {})).toEqual(texts);
  for (const changed of [
    read({ page: other.page }),
    read({ cookie: other.cookie }),
    read({}, 'https://b.example/'),
  ])
    for (const text of Object.values(changed ?? {})) expect(texts).not.toContain(text);
  expect(read({ page: '' })).toBeUndefined();
  expect(read({ cookie: `0.${one.cookie.split('.')[1]}` })).toBeUndefined();
});

test('tokens are opened by the secrets that sealed them alone, and long ones lose the ID token first', () => {
  const secrets = { cookie: 'a', page: 'b' };
  const tokens = { refreshToken: 'refresh', idToken: 'id' };
  const sealed = sealTokens(tokens, secrets) ?? '';
  expect(unsealTokens(sealed, secrets)).toEqual(tokens);
  expect(sealTokens(tokens, secrets)).not.toBe(sealed);
  for (const [text, by] of [
    [sealed, { cookie: 'a', page: 'c' }],
    [sealed, { cookie: 'b', page: 'a' }],
    [`${sealed.slice(0, -2)}AA`, secrets],
    ['', secrets],
    [null, secrets],
  ] as const)
    expect(unsealTokens(text, by)).toEqual({});
  const long = 'x'.repeat(SESSION_TOKENS_MAX_CHARACTERS);
  expect(unsealTokens(sealTokens({ refreshToken: 'refresh', idToken: long }, secrets), secrets)).toEqual({
    refreshToken: 'refresh',
  });
  expect(sealTokens({ refreshToken: long }, secrets)).toBeNull();
  expect(sealTokens({}, secrets)).toBeNull();
});
