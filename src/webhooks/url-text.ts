// The rules for the URL of a webhook that need its text alone. The form of the console has this file too.
import { WEBHOOK_URL_MAX_CHARACTERS } from '../limits.ts';

/** The host of a URL as a resolver takes it: without brackets, and without the dot at the end of a full name. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Spaces, and characters that control or hide text. */
export const hasUnseen = (text: string): boolean => /[\p{C}\p{Z}]/u.test(text);

/**
 * Why a text can be no URL of any webhook, as the end of a sentence that begins with its name.
 * @returns undefined for one that may be fine
 */
export function urlTextProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (Math.max(text.length, url?.href.length ?? 0) > WEBHOOK_URL_MAX_CHARACTERS)
    return `must have at most ${WEBHOOK_URL_MAX_CHARACTERS} characters`;
  if (!url || !/^https?:\/\//i.test(text)) return 'must be an absolute URL such as https://example.com/hook';
  // The parser takes some of them out of the text or encodes them, so another URL would be meant than is shown.
  if (hasUnseen(text)) return 'must hold no space and no control or invisible character';
  if (url.username !== '' || url.password !== '')
    return 'must hold no user or password: the signature tells the sender';
  if (url.hash !== '') return 'must hold no fragment';
  return hostOf(url) === '' ? 'must name a host' : undefined;
}
