// Whose request it is, as far as addresses tell.
import { isIPv4, isIPv6 } from 'node:net';
import type { Peers } from './server.ts';

/**
 * The address to hold a caller to: the peer's, or what the farthest of our own proxies has seen, which is the so manieth
 * value of `X-Forwarded-For` from the right; callers can write whatever they like to the left of it. An IPv6 network of 64
 * bits counts as one address, since each of its users has that many.
 * @returns undefined when it can't be told
 */
export function callerAddress(request: Request, peers: Peers, proxyHops: number): string | undefined {
  const peer = peers.requestIP(request)?.address;
  if (proxyHops === 0) return normalized(peer);
  const seen = request.headers.get('x-forwarded-for')?.split(',') ?? [];
  return normalized(seen.at(-proxyHops)?.trim() ?? seen[0]?.trim() ?? peer);
}

/** Is it this machine's own address (RFC 6890)? */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  return address === '::1' || /^(?:::ffff:)?127\./i.test(address);
}

function normalized(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return plain;
  return isIPv6(plain) ? network64(plain) : undefined;
}

function network64(address: string): string {
  const [left = '', right] = address.split('%', 1)[0]?.split('::') ?? [];
  const head = left === '' ? [] : left.split(':');
  if (right === undefined) return groups(head);
  const tail = right === '' ? [] : right.split(':');
  return groups([...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]);
}

const groups = (all: readonly string[]): string =>
  all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
