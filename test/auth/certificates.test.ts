// A key set and an issuer whose certificate signs itself: the log and the doctor say so, and what to set.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { fetchKeySet } from '../../src/auth/jwks.ts';
import { newAttemptSecrets, readAttempt } from '../../src/auth/staff/attempt.ts';
import { createIssuer } from '../../src/auth/staff/issuer.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createCertificate, hasOpenssl } from '../harness/certificate.ts';

const sentence = expect.stringMatching(
  /^its certificate is self-signed: .*NODE_EXTRA_CA_CERTS.*\(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
);

describe.skipIf(!hasOpenssl)('a certificate that signs itself', () => {
  let server: ReturnType<typeof Bun.serve>;
  let url: string;
  beforeAll(() => {
    const fetch = () => Response.json({ keys: [] });
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', tls: createCertificate('localhost'), fetch });
    url = `https://localhost:${server.port}/`;
  });
  afterAll(() => server.stop(true));

  test('of a key set has its sentence', async () => {
    await expect(fetchKeySet(url, systemClock)).rejects.toMatchObject({ message: sentence });
  });

  test('of an issuer has its sentence, and the issuer counts as unreachable', async () => {
    const config = {
      issuer: url,
      clientId: 'console',
      clientSecret: 'secret',
      claim: 'groups',
      roles: [],
      publicUrl: 'https://play.example',
      clockToleranceSeconds: 5,
      takesKeys: true,
    };
    const attempt = readAttempt(newAttemptSecrets(systemClock), url, systemClock);
    if (attempt === undefined) throw new Error('the attempt is not its own');
    const asked = createIssuer(config, systemClock).authorizationUrl(attempt);
    await expect(asked).rejects.toMatchObject({ reason: 'unreachable', message: sentence });
  });
});
