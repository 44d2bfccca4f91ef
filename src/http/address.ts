// The addresses of callers, by which requests without a good token are limited, the hosts that name this machine, and the URL of a
// server.
import { isIPv4, isIPv6 } from 'node:net';
import type { Peers } from './http-route.ts';

/**
 * Finds the address by which a caller is limited. Behind proxies it is the value of `X-Forwarded-For` at position
 * `proxyHops` from the right, which the outermost trusted proxy wrote; callers can forge the values to the left of it.
 * An IPv6 network of 64 bits counts as one address, since a single user has that many addresses.
 * @param proxyHops the number of trusted proxies; without any, the address is that of the connection.
 * @returns undefined when there is no valid address.
 */
export function callerAddress(request: Request, peers: Peers, proxyHops: number): string | undefined {
  const peer = peers.requestIP(request)?.address;
  if (proxyHops === 0) return normalized(peer);
  const seen = request.headers.get('x-forwarded-for')?.split(',') ?? [];
  return normalized(seen.at(-proxyHops)?.trim() ?? seen[0]?.trim() ?? peer);
}

/** Is it a loopback address (RFC 6890)? */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  return address === '::1' || /^(?:::ffff:)?127\./i.test(address);
}

/** Does a host, with or without a port, name this machine? Neither a name that DNS leads here nor a longer name does. */
export const isLoopbackHost = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(host);

/** The URL of a server on a host, which may be an IPv6 address. */
export const urlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

function normalized(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  // Some proxies add the port: 192.0.2.1:1234, [2001:db8::1]:1234.
  const { plain = address } =
    /^\[(?<plain>[^\]]*)\](?::\d+)?$|^(?<plain>[\d.]+):\d+$/.exec(address)?.groups ?? {};
  if (isIPv4(plain)) return plain;
  return isIPv6(plain) ? network64(groupsOf(plain)) : undefined;
}

/** The eight groups of an IPv6 address, without its zone. */
function groupsOf(address: string): number[] {
  // The URL parser reads every spelling of an address and writes the shortest, in hexadecimal.
  const shortest = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const [left = [], right = []] = shortest.split('::').map((side) => (side === '' ? [] : side.split(':')));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/** Prefixes of IPv4 addresses within IPv6: mapped (RFC 4291 section 2.5.5.2) and NAT64 (RFC 6052 section 2.1). */
const prefixesOfIPv4 = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']);

/** The first 64 bits of an IPv6 address, or the IPv4 address within it. */
function network64(groups: readonly number[]): string {
  const hex = groups.map((group) => group.toString(16));
  const [high = 0, low = 0] = groups.slice(6);
  if (prefixesOfIPv4.has(hex.slice(0, 6).join(':')))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return hex.slice(0, 4).join(':');
}
