// The URL of a webhook: the rules that need no look at DNS. A name is looked up at each attempt (request.ts).
import { isIP } from 'node:net';
import { WEBHOOK_URL_MAX_CHARACTERS } from '../limits.ts';
import { isPublicAddress } from './addresses.ts';

export interface TargetRules {
  /** Also plain HTTP and addresses of private networks, for development. */
  readonly allowsPrivate: boolean;
}

/** The first port of servers that need no rights of their own. The ports below, but for that of HTTPS, are those of other protocols. */
const leastPort = 1_024;

/** The host of a URL as a resolver takes it: without brackets, and without the dot at the end of a full name. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Spaces, and characters that control or hide text. */
export const hasUnseen = (text: string): boolean => /[\p{C}\p{Z}]/u.test(text);

/**
 * Why a text is no URL for a webhook, as the end of a sentence that begins with its name.
 * @returns undefined for one that is fine
 */
export function urlProblem(text: string, { allowsPrivate }: TargetRules): string | undefined {
  const url = URL.parse(text);
  if (Math.max(text.length, url?.href.length ?? 0) > WEBHOOK_URL_MAX_CHARACTERS)
    return `must have at most ${WEBHOOK_URL_MAX_CHARACTERS} characters`;
  if (!url || !/^https?:\/\//i.test(text)) return 'must be an absolute URL such as https://example.com/hook';
  // The parser takes some of them out of the text or encodes them, so another URL would be meant than is shown.
  if (hasUnseen(text)) return 'must hold no space and no control or invisible character';
  if (url.username !== '' || url.password !== '')
    return 'must hold no user or password: the signature tells the sender';
  if (url.hash !== '') return 'must hold no fragment';
  const host = hostOf(url);
  if (host === '') return 'must name a host';
  const problem = originProblem(url, { allowsPrivate });
  if (problem !== undefined || allowsPrivate) return problem;
  return isIP(host) !== 0 && !isPublicAddress(host) ? privateProblem : undefined;
}

/** Why a URL has a protocol or a port that is not allowed, which each attempt asks again. @returns undefined for one that is fine */
export function originProblem({ protocol, port }: URL, { allowsPrivate }: TargetRules): string | undefined {
  if (allowsPrivate) return undefined;
  if (protocol !== 'https:') return 'must begin with https:';
  if (port !== '' && Number(port) < leastPort)
    return `must have the port 443 or one of ${leastPort} and above`;
  return undefined;
}

/** The sentence about an address, which does not repeat it: whoever asks is not told the addresses of names in the network. */
export const privateProblem = 'leads to an address that is not of the public Internet';
