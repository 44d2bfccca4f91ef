// The service behind a real identity provider: its keys rotate, and it stops while the service runs.
import { afterAll, beforeAll, expect, setSystemTime, test } from 'bun:test';
import type { JWK } from 'jose';
import { paths } from '../harness/api.ts';
import { manualClock } from '../harness/clock.ts';
import {
  audience,
  createProviderKey,
  type IdentityProvider,
  publicClient,
  signInByCode,
  startIdentityProvider,
} from '../harness/identity-provider.ts';
import { type Service, startService } from '../harness/service.ts';
import { settingsOf } from '../harness/sign-in-page.ts';

let keys: JWK[];
let provider: IdentityProvider;
let service: Service;
const clock = manualClock();

beforeAll(async () => {
  // The provider stamps its tokens with the time of this process.
  setSystemTime(clock.now());
  keys = [await createProviderKey('ES256', 'spring'), await createProviderKey('RS256', 'summer')];
  provider = await startIdentityProvider(keys.slice(0, 1));
  service = await startService({
    clock,
    environment: {
      JWT_SECRET: '',
      JWT_JWKS_URL: provider.jwksUrl,
      JWT_ISSUER: provider.issuer,
      JWT_AUDIENCE: audience,
      JWT_PLAYER_CLAIM: 'player',
      JWT_REQUIRED_CLAIMS: 'exp,iat',
    },
  });
});
afterAll(async () => {
  setSystemTime();
  await service.stop();
  await provider.stop();
});

const statusOf = async (token: string) => (await service.call('GET', paths.metadata, { token })).status;

test('the recipe of docs/sign-in.md takes the access token of a player who signs in, and refuses the ID token', async () => {
  const recipe = Object.entries(settingsOf('Any provider of OpenID Connect'));
  const own = recipe.map(([name, value]) => [name, value.replace('https://ID.EXAMPLE.COM', provider.issuer)]);
  const game = await startService({ clock, environment: { JWT_SECRET: '', ...Object.fromEntries(own) } });
  const { accessToken, idToken } = await signInByCode(provider.issuer, 'dora');
  const answer = await game.call('GET', paths.metadata, { token: accessToken });
  expect([answer.status, answer.body.data?.playerId]).toEqual([200, 'dora']);
  const refused = await game.call('GET', paths.metadata, { token: idToken });
  expect([refused.status, refused.headers.get('x-error-detail')]).toEqual([
    401,
    expect.stringContaining('aud'),
  ]);
  await game.restart({ JWT_AUDIENCE: `${audience},${publicClient.id}` });
  const otherType = await game.call('GET', paths.metadata, { token: idToken });
  expect([otherType.status, otherType.headers.get('x-error-detail')]).toEqual([
    401,
    expect.stringContaining('typ'),
  ]);
  await game.stop();
});

test('its tokens name players, keys rotate under the running service, and an outage is survived', async () => {
  const spring = await provider.issueToken('ann');
  const first = await service.call('GET', paths.metadata, { token: spring });
  expect(first.body).toMatchObject({ statusCode: 200, data: { playerId: 'ann' } });

  // Rotation: a new key signs, the old one is still published. Both work, the new one without delay.
  provider.useKeys([...keys].reverse());
  const summer = await provider.issueToken('bob');
  expect((await service.call('GET', paths.metadata, { token: summer })).body.data.playerId).toBe('bob');
  expect(await statusOf(spring)).toBe(200);

  // The old key is withdrawn: its tokens stop working within a minute, though they have not expired.
  provider.useKeys(keys.slice(1));
  clock.advance(60_000);
  expect(await statusOf(spring)).toBe(401);
  expect(await statusOf(summer)).toBe(200);

  // Outage: the last good copy still serves.
  const late = await provider.issueToken('cy');
  await provider.stop();
  clock.advance(120_000);
  expect(await statusOf(late)).toBe(200);
  // Only the issuer could say whether a key that the copy lacks is known by now.
  expect(await statusOf(spring)).toBe(503);
  expect((await service.call('GET', '/readyz')).status).toBe(200);

  // A token still expires at its own time during the outage.
  clock.advance(3_600_000);
  expect(await statusOf(late)).toBe(401);
});
