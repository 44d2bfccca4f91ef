// Lookups of host names without the runtime's thread pool. `getaddrinfo` holds one of its threads, of which there are as many as cores, for
// as long as a name server is silent, and then files, compression and every other lookup wait. c-ares asks name servers by sockets, and
// reads the file of hosts and the search domains too. On Windows the runtime has only its own lookup.
import { isIP } from 'node:net';
import { NAME_LOOKUPS_MAX } from '../limits.ts';

const backend = process.platform === 'win32' ? 'system' : 'c-ares';

/** Those under way, by name. A silent name server is given up by c-ares after half a minute. */
const lookups = new Map<string, Promise<readonly string[]>>();

/** @returns all addresses of a name. @throws the error of the resolver, or an Error where too many names are looked up */
export function lookUp(name: string): Promise<readonly string[]> {
  const known = lookups.get(name);
  if (known) return known;
  if (lookups.size >= NAME_LOOKUPS_MAX) return Promise.reject(new Error('too many names are looked up'));
  const lookup = Bun.dns
    .lookup(name, { backend })
    .then((found) => found.map(({ address }) => address))
    .finally(() => lookups.delete(name));
  lookups.set(name, lookup);
  return lookup;
}

/**
 * Waits until a name server has answered for the host of a URL, before something asks for it that would hold a thread meanwhile. A name
 * that only the system knows, such as one of mDNS, is looked up by the system.
 * @throws Error where the name server does not answer, and when the signal aborts
 */
export async function untilNameIsServed(url: string, signal?: AbortSignal): Promise<void> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return;
  try {
    await (signal ? untilAborted(lookUp(host), signal) : lookUp(host));
  } catch (error) {
    signal?.throwIfAborted();
    if ((error as { readonly code?: string }).code === 'DNS_ETIMEOUT')
      throw new Error('the name server does not answer', { cause: error });
  }
}

/** Ends with the signal also where the work does not, for instance while a name server is silent. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
    work.then(resolve, reject);
  });
}
