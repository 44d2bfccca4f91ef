// The addresses that a webhook may go to. Each hostile one stands in the URL, and comes from a resolver.
import { describe, expect, test } from 'bun:test';
import { isPublicAddress } from '../../src/webhooks/addresses.ts';
import { createSend } from '../../src/webhooks/request.ts';
import { urlProblem } from '../../src/webhooks/target.ts';
import { manualClock } from '../harness/clock.ts';

const rules = { allowsPrivate: false };

/** The addresses or hosts of a text. */
const listOf = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Addresses as a resolver gives them. */
const hostileAddresses = [
  // This host, loopback, private networks, networks of providers, link-local, and the services of clouds there.
  ...listOf(`0.0.0.0 0.1.2.3 127.0.0.1 127.255.255.254 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255
    192.168.0.1 192.168.255.255 100.64.0.1 100.127.255.255 100.100.100.200 169.254.169.254 169.254.170.2
    169.254.0.1 168.63.129.16 192.0.0.192`),
  // Reserved: protocols, documentation, relays, benchmarks, multicast, the rest, and broadcast.
  ...listOf(`192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
    239.255.255.255 240.0.0.1 255.255.255.255 192.31.196.1 192.52.193.1 192.175.48.1`),
  // IPv6: none, loopback, link-local, site-local, unique local, multicast, discard, documentation, segments.
  ...listOf(`:: ::1 fe80::1 febf::1 fec0::1 fc00::1 fd00:ec2::254 ff02::1 100::1 2001:db8::1 3fff::1 5f00::1
    2001:2::1 2001:10::1 2001:20::1 4000::1`),
  // IPv4 within IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo.
  ...listOf(`::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::127.0.0.1 ::7f00:1 ::ffff:0:127.0.0.1
    64:ff9b::127.0.0.1 64:ff9b::a00:1 64:ff9b:1::a00:1 2002:7f00:1:: 2002:a00:1::1 2001:0:7f00:1::`),
  // With a zone, and what is no address.
  ...listOf('fe80::1%eth0 2606:4700::1%lo 127.1 0x7f.1 017700000001 2130706433 localhost'),
  '',
];

/** Hosts of URLs in every notation that a URL may have, which the parser makes addresses of. */
const hostileHosts = listOf(`127.0.0.1 127.1 127.0.1 0177.0.0.1 0x7f.0.0.1 0x7f000001 2130706433 017700000001
  127.0.0.1. 0 0.0.0.0 10.1 0xA9FEA9FE 169.254.169.254 2852039166 １２７.０.０.１ 127。0。0。1 192.168.1
  100.100.100.200 %31%32%37.0.0.1 [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1]
  [64:ff9b::7f00:1] [2002:7f00:1::] [fe80::1] [fd00:ec2::254] [0:0:0:0:0:0:0:1] [2001:0:7f00:1::] [ff02::1]
  255.255.255.255 224.0.0.1 240.1 198.18.0.1 192.0.2.1 203.0.113.7`);

const otherProblems: readonly (readonly [problem: string, urls: readonly string[]])[] = [
  ['must begin with https:', ['http://example.com/']],
  [
    'must hold no user or password',
    listOf('https://user@example.com/ https://user:secret@example.com/ https://example.com@127.0.0.1/'),
  ],
  ['must hold no fragment', ['https://example.com/#fragment']],
  ['must have the port 443', ['https://example.com:22/', 'https://example.com:80/']],
  [
    'must be an absolute URL',
    [
      ...listOf('ftp://example.com/ file:///etc/passwd gopher://example.com/ data:text/plain,1'),
      ...listOf('javascript:alert(1) //example.com/ /hook https:example.com https:// https://[::1'),
      'https://[fe80::1%25eth0]/',
      'https://exa mple.com/',
      '',
    ],
  ],
  ['must have at most 2048 characters', [`https://example.com/${'a'.repeat(2_048)}`]],
];

describe('addresses of webhooks', () => {
  test('public ones are told from others', () => {
    for (const address of listOf('8.8.8.8 1.1.1.1 172.15.255.255 172.32.0.1 100.63.255.255 2606:4700::1111'))
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
  });

  test.each(hostileHosts)('a URL to %s is refused', async (host) => {
    const url = `https://${host}/hook`;
    expect(urlProblem(url, rules)).toMatch(/^(?:leads to an address|must be an absolute URL)/);
    // The setting may have changed since the endpoint was made.
    if (URL.canParse(url))
      expect(await errorOf(url, () => Promise.reject(new Error('no name')))).toContain('not of the public');
  });

  test.each(hostileAddresses)(
    'a name that leads to %s is refused, also beside a public one',
    async (address) => {
      for (const found of [[address], ['8.8.8.8', address], [address, '8.8.8.8']])
        expect(await errorOf('https://example.com/hook', async () => found)).toBe(
          'it leads to an address that is not of the public Internet',
        );
    },
  );

  test.each(otherProblems)('a URL %s', (problem, urls) => {
    for (const url of urls)
      expect([url, urlProblem(url, rules)]).toEqual([url, expect.stringContaining(problem)]);
  });

  test('a usual URL is fine', () => {
    for (const url of listOf(
      'https://example.com/hook?a=b https://example.com:8443/ https://8.8.8.8/ HTTPS://A.org',
    ))
      expect(urlProblem(url, rules)).toBeUndefined();
  });

  test('WEBHOOKS_ALLOW_PRIVATE allows private networks and plain HTTP, and no more', () => {
    const lax = { allowsPrivate: true };
    for (const url of ['http://127.0.0.1:8080/', 'https://10.0.0.1/', 'http://localhost:80/'])
      expect(urlProblem(url, lax)).toBeUndefined();
    for (const url of ['ftp://example.com/', 'http://user@localhost/', 'http://localhost/#a', ''])
      expect(urlProblem(url, lax)).toBeDefined();
  });
});

/** The error of an attempt that must not reach the network. */
async function errorOf(url: string, resolve: () => Promise<readonly string[]>): Promise<string | null> {
  const send = createSend({ clock: manualClock(), ...rules, resolve });
  return (await send({ url, headers: {}, body: '{}' })).error;
}
