// Tokens that must be refused, and a few odd ones that are accepted. All are verified with the test secret.
import { createHmac } from 'node:crypto';
import { testSecret } from '../harness/service.ts';

export interface HostileToken {
  readonly name: string;
  /** The whole value of the Authorization header. */
  readonly authorization: string;
  readonly expect: 'unauthorized' | 'accepted';
}

const base64url = (value: string | Uint8Array): string => Buffer.from(value as string).toString('base64url');
const mac = (input: string, secret: string | Uint8Array = testSecret, hash = 'sha256'): string =>
  createHmac(hash, secret).update(input).digest('base64url');

interface Parts {
  readonly header?: unknown;
  readonly payload?: unknown;
  readonly secret?: string | Uint8Array;
  readonly hash?: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A correctly signed token with any contents. A string is used as the JSON text itself. */
function signed({ header = { alg: 'HS256' }, payload = { sub: 'eve' }, secret, hash }: Parts = {}): string {
  const input = `${base64url(text(header))}.${base64url(text(payload))}`;
  return `${input}.${mac(input, secret, hash)}`;
}

const good = signed();
const [goodHeader = '', goodPayload = '', goodSignature = ''] = good.split('.');
const unsigned = (header: unknown): string => `${base64url(text(header))}.${goodPayload}`;

/** The same bytes in another spelling: the last character with a bit that decoding drops (RFC 4648 section 3.5). */
function spared(part: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = part.slice(0, -1) + alphabet[alphabet.indexOf(part.slice(-1)) + 1];
  if (!Buffer.from(other, 'base64url').equals(Buffer.from(part, 'base64url')))
    throw new Error('not the same');
  return other;
}

/** Signed in this spelling, so that only the spelling is wrong. */
function respelled(which: 'header' | 'payload'): string {
  const header = base64url('{"alg":"HS256" }');
  const payload = base64url('{"sub":"eve" }');
  const input = which === 'header' ? `${spared(header)}.${payload}` : `${header}.${spared(payload)}`;
  return `${input}.${mac(input)}`;
}

const now = Math.floor(Date.now() / 1000);
/** The nightly run may come to a token more than an hour after this file was loaded. */
const day = 86_400;

const refuse = (name: string, token: string): HostileToken => ({
  name,
  authorization: `Bearer ${token}`,
  expect: 'unauthorized',
});
const accept = (name: string, token: string): HostileToken => ({
  ...refuse(name, token),
  expect: 'accepted',
});
const header = (name: string, authorization: string): HostileToken => ({
  name,
  authorization,
  expect: 'unauthorized',
});

export const hostileTokens: readonly HostileToken[] = [
  header('no scheme', good),
  header('another scheme', `Basic ${good}`),
  header('the scheme twice', `Bearer Bearer ${good}`),
  header('no space', `Bearer${good}`),
  header('two tokens', `Bearer ${good} ${good}`),
  header('two values', `Bearer ${good}, Bearer ${good}`),
  header('in quotes', `Bearer "${good}"`),
  header('as a parameter', `Bearer token=${good}`),

  refuse('alg none', `${unsigned({ alg: 'none' })}.`),
  refuse('alg None', `${unsigned({ alg: 'None' })}.`),
  refuse('alg NONE with a signature', `${unsigned({ alg: 'NONE' })}.${goodSignature}`),
  refuse('no alg', signed({ header: {} })),
  ...['', null, ['HS256'], 'hs256', 'HS1', '__proto__', 'RS256', 'ES256', 'EdDSA', 'HS512'].map((alg) =>
    refuse(`alg ${JSON.stringify(alg)}, signed as HS256`, signed({ header: { alg } })),
  ),
  refuse('alg of an encrypted token', signed({ header: { alg: 'dir', enc: 'A128GCM' } })),
  refuse('five parts', `${good}.${goodPayload}.${goodSignature}`),

  refuse('signed with another secret', signed({ secret: 'another secret' })),
  refuse('signed with an empty secret', signed({ secret: '' })),
  refuse('signed with NULs', signed({ secret: new Uint8Array(32) })),
  refuse('no signature', `${goodHeader}.${goodPayload}.`),
  refuse('no third part', `${goodHeader}.${goodPayload}`),
  refuse('no payload', `${goodHeader}..${goodSignature}`),
  refuse('no header', `.${goodPayload}.${goodSignature}`),
  ...['...', '.', 'token'].map((token) => refuse(`the text ${token}`, token)),
  refuse('a signature cut short', good.slice(0, -4)),
  refuse('a signature with more', `${good}AAAA`),
  refuse(
    'another payload under the signature',
    `${goodHeader}.${base64url('{"sub":"admin"}')}.${goodSignature}`,
  ),
  refuse('padded base64', `${goodHeader}.${goodPayload}.${goodSignature}=`),
  refuse('the other base64 alphabet', `${goodHeader}.${goodPayload}.${'+/'.repeat(21)}A`),
  refuse('very long', `${goodHeader}.${'A'.repeat(50_000)}.${goodSignature}`),
  refuse('signed and too long', signed({ payload: { sub: 'eve', x: 'x'.repeat(20_000) } })),

  refuse('an unknown critical header', signed({ header: { alg: 'HS256', crit: ['x'], x: 1 } })),
  refuse('an empty critical list', signed({ header: { alg: 'HS256', crit: [] } })),
  refuse('an unencoded payload', signed({ header: { alg: 'HS256', crit: ['b64'], b64: false } })),
  refuse('a header that is an array', signed({ header: '[]' })),
  refuse('a header that is no JSON', signed({ header: '{alg:"HS256"}' })),
  refuse(
    'a header that is no UTF-8',
    `${base64url(Uint8Array.from([0x7b, 0xff, 0x7d]))}.${goodPayload}.${goodSignature}`,
  ),
  refuse(
    'a critical header of another standard',
    signed({ header: { alg: 'HS256', crit: ['exp'], exp: 1 } }),
  ),
  refuse('a critical list that is no list', signed({ header: { alg: 'HS256', crit: 'alg' } })),
  refuse('alg given twice', signed({ header: '{"alg":"none","alg":"HS256"}' })),
  refuse('alg given twice, once escaped', signed({ header: '{"\\u0061lg":"RS256","alg":"HS256"}' })),
  refuse('kid given twice', signed({ header: '{"alg":"HS256","kid":"a","kid":"b"}' })),
  refuse('the player given twice', signed({ payload: '{"sub":"ann","sub":"eve"}' })),
  refuse('the player given twice, once escaped', signed({ payload: '{"s\\u0075b":"ann","sub":"eve"}' })),
  refuse('exp given twice', signed({ payload: `{"sub":"eve","exp":1,"exp":${now + 3600}}` })),
  refuse('a signature that ends in bits to spare', `${goodHeader}.${goodPayload}.${spared(goodSignature)}`),
  refuse('a payload that ends in bits to spare', respelled('payload')),
  refuse('a header that ends in bits to spare', respelled('header')),
  refuse('a NUL after the claims', signed({ payload: '{"sub":"eve"}\u0000' })),
  refuse('a NUL in a claim as it is', signed({ payload: '{"sub":"eve\u0000"}' })),
  refuse('a byte-order mark before the header', signed({ header: '\ufeff{"alg":"HS256"}' })),
  refuse('a byte-order mark before the claims', signed({ payload: '\ufeff{"sub":"eve"}' })),
  refuse('a line break in the token', `${goodHeader}.\t${goodPayload}.${goodSignature}`),

  ...['sub=eve', '["eve"]', 'null'].map((payload) => refuse(`the claims ${payload}`, signed({ payload }))),
  refuse('expired', signed({ payload: { sub: 'eve', exp: now - 3600 } })),
  refuse('expired long ago', signed({ payload: { sub: 'eve', exp: -1e300 } })),
  refuse('exp is a string', signed({ payload: { sub: 'eve', exp: `${now + day}` } })),
  refuse('exp is null', signed({ payload: { sub: 'eve', exp: null } })),
  refuse('not valid yet', signed({ payload: { sub: 'eve', nbf: now + day } })),
  refuse('nbf is an object', signed({ payload: { sub: 'eve', nbf: {} } })),
  ...[undefined, '', 1, ['eve'], 'eve\r\nX-Admin: 1', 'ann\u0000', 'e'.repeat(256)].map((sub) =>
    refuse(`the player ${JSON.stringify(sub)}`, signed({ payload: { sub } })),
  ),
  refuse('a player with half a character', signed({ payload: '{"sub":"\\ud800"}' })),
  refuse('a player in the prototype', signed({ payload: '{"__proto__":{"sub":"eve"}}' })),

  accept('the good one', good),
  accept(
    'a key that the token brings along is not looked at',
    signed({
      header: {
        alg: 'HS256',
        jwk: { kty: 'oct', k: 'AAAA' },
        jku: 'http://127.0.0.1:1/',
        x5u: 'http://127.0.0.1:1/',
        kid: '../../dev/null',
      },
    }),
  ),
  accept('names inside a claim are its own', signed({ payload: '{"sub":"eve","x":{"a":1,"a":2}}' })),
  accept('far in the future', signed({ payload: '{"sub":"eve","exp":1e300}' })),
  accept('a player named __proto__', signed({ payload: '{"sub":"__proto__"}' })),
  accept('HS512 in good order', signed({ header: { alg: 'HS512' }, hash: 'sha512' })),
];
