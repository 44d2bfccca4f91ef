// The address that a caller is limited by.
import { isIPv4, isIPv6 } from 'node:net';
import type { Peers } from './server.ts';

/**
 * The address of the peer or, behind proxies of our own, the one that the outermost proxy has seen. Counted from the right of
 * `X-Forwarded-For` it has the number `proxyHops`; a caller can write anything to the left of it. An IPv6 network of 64 bits
 * counts as one address, since one user commonly has all of it.
 * @returns undefined when the address is unknown
 */
export function callerAddress(request: Request, peers: Peers, proxyHops: number): string | undefined {
  const peer = peers.requestIP(request)?.address;
  if (proxyHops === 0) return normalized(peer);
  const seen = request.headers.get('x-forwarded-for')?.split(',') ?? [];
  return normalized(seen.at(-proxyHops)?.trim() ?? seen[0]?.trim() ?? peer);
}

/** True for an address of this machine itself (RFC 6890). */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  return address === '::1' || /^(?:::ffff:)?127\./i.test(address);
}

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
  // The parser of URLs knows every spelling and writes the shortest, in hexadecimal alone.
  const shortest = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const [left = [], right = []] = shortest.split('::').map((side) => (side === '' ? [] : side.split(':')));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/** Prefixes of IPv4 addresses in IPv6: mapped ones (RFC 4291 section 2.5.5.2) and those of NAT64 (RFC 6052 section 2.1). */
const ofIPv4 = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']);

function network64(groups: readonly number[]): string {
  const hex = groups.map((group) => group.toString(16));
  const [high = 0, low = 0] = groups.slice(6);
  if (ofIPv4.has(hex.slice(0, 6).join(':'))) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return hex.slice(0, 4).join(':');
}
