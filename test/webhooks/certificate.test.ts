// The certificate of a receiver of webhooks: it is verified for the name, whatever the environment says.
import { beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Certificate, hasOpenssl, makeCertificate } from './authority.ts';
import { fine, listen, name, post } from './raw-receiver.ts';

describe.skipIf(!hasOpenssl)('the certificate', () => {
  let certificate: Certificate;
  beforeAll(() => {
    certificate = makeCertificate(name);
  });

  test('is verified for the name, not for the address', async () => {
    const { port, requests } = await listen(fine, { tls: certificate });
    const authorities = certificate.authority;
    expect(await post(`https://${name}:${port}/`, { authorities })).toMatchObject({
      status: 200,
      answer: 'fine!',
    });
    for (const host of ['other.test', '127.0.0.1']) {
      const answer = await post(`https://${host}:${port}/`, { authorities });
      expect([answer.status, answer.error]).toEqual([
        null,
        expect.stringContaining('its certificate is not valid'),
      ]);
    }
    expect(requests.filter((text) => text !== '')).toHaveLength(1);
  });

  test('is verified though the environment turns checks off', async () => {
    const { port, requests } = await listen(fine, { tls: certificate });
    const program = `
      import { systemClock } from './src/lib/clock.ts';
      import { createSend } from './src/webhooks/request.ts';
      const authorities = ${JSON.stringify(certificate.authority)};
      const rules = { clock: systemClock, allowsPrivate: true, resolve: async () => ['127.0.0.1'] };
      const post = async (host, more) =>
        (await createSend({ ...rules, ...more })({ url: 'https://' + host + ':${port}/', headers: {}, body: '{"a":1}' })).error;
      const unknown = await post('${name}', {});
      const other = await post('other.test', { authorities });
      console.log(JSON.stringify([unknown, other, await post('${name}', { authorities })]));`;
    const child = Bun.spawn([process.execPath, '--no-env-file', '-e', program], {
      cwd: join(import.meta.dir, '../..'),
      env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      stderr: 'ignore',
    });
    const refused = expect.stringContaining('its certificate is not valid');
    expect(JSON.parse(await child.stdout.text())).toEqual([refused, refused, null]);
    expect(requests.filter((text) => text !== '')).toHaveLength(1);
  });

  test('of an unknown authority is refused', async () => {
    const { port, requests } = await listen(fine, { tls: certificate });
    const answer = await post(`https://${name}:${port}/`);
    expect([answer.status, answer.error]).toEqual([
      null,
      expect.stringContaining('its certificate is not valid'),
    ]);
    expect(requests.filter((text) => text !== '')).toHaveLength(0);
  });
});
