// The addresses that a webhook may go to: those of the public Internet. A name is allowed only where every one of its addresses is,
// so that no answer of DNS leads into the network of the service.
import ipaddr from 'ipaddr.js';

/** IPv6 addresses of the public Internet are in here (RFC 4291 section 2.4). Compatible and translated IPv4 addresses are outside. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public addresses behind which a cloud has services for its own machines: the one of Azure. */
const ofClouds: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Is it an address of the public Internet? The others are private, local, reserved (IANA's registries of special-purpose addresses),
 * multicast, or hold an IPv4 address within. An address with a zone is none.
 * @param address as a resolver gives it; any other spelling is none
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address))
    return ipaddr.IPv4.parse(address).range() === 'unicast' && !ofClouds.has(address);
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.range() === 'unicast' && parsed.match(globalUnicast);
}
