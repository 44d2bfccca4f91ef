// The URL of a webhook: the rules that need no look at DNS. A name is looked up at each attempt (request.ts).
import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { hostOf, urlTextProblem } from './url-text.ts';

export interface TargetRules {
  /** Also plain HTTP and addresses of private networks, for development. */
  readonly allowsPrivate: boolean;
}

/** The first port of servers that need no rights of their own. The ports below, but for that of HTTPS, are those of other protocols. */
const leastPort = 1_024;

/**
 * Why a text is no URL for a webhook, as the end of a sentence that begins with its name.
 * @returns undefined for one that is fine
 */
export function urlProblem(text: string, { allowsPrivate }: TargetRules): string | undefined {
  const textProblem = urlTextProblem(text);
  if (textProblem !== undefined) return textProblem;
  const url = new URL(text);
  const problem = originProblem(url, { allowsPrivate });
  if (problem !== undefined || allowsPrivate) return problem;
  const host = hostOf(url);
  return isIP(host) !== 0 && !isPublicAddress(host) ? privateProblem : undefined;
}

/** Names that never lead out of the network (RFC 6761 section 6.3, RFC 6762 section 3). The runtime would ask the system for them. */
const localNames = /(?:^|\.)local(?:host)?\.?$/;

/** Why a URL has an origin that is not allowed, which each attempt asks again. @returns undefined for one that is fine */
export function originProblem(url: URL, { allowsPrivate }: TargetRules): string | undefined {
  const { protocol, port } = url;
  if (allowsPrivate) return undefined;
  if (protocol !== 'https:') return 'must begin with https:';
  if (localNames.test(hostOf(url))) return privateProblem;
  if (port !== '' && Number(port) < leastPort)
    return `must have the port 443 or one of ${leastPort} and above`;
  return undefined;
}

/** The sentence about an address, which does not repeat it: whoever asks is not told the addresses of names in the network. */
export const privateProblem = 'leads to an address that is not of the public Internet';
