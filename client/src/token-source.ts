// The access token of the client: asked for when there is none and after a 401, by one asking for all calls at a time. It is kept
// in memory alone.
import { PlaykeepError, toFailure } from './failure.ts';

export interface HeldToken {
  readonly text: string;
}

export interface TokenSource {
  get(): Promise<HeldToken>;
  /** After a 401: a newer token than the refused one. */
  renew(refused: HeldToken): Promise<HeldToken>;
  /** Forgets a token that was refused although it was fresh. */
  drop(refused: HeldToken): void;
}

/** How long the game may take to answer. */
const mostMilliseconds = 30_000;

/** The game's function did not answer in time. The next call asks again. */
export class LateToken extends PlaykeepError {
  constructor() {
    super('network', 'The token did not come within 30 seconds');
  }
}

/** @param ask the game's function. A failure of it is `unauthorized`, and an answer that does not come is `network`. */
export function createTokenSource(ask: () => string | Promise<string>): TokenSource {
  let held: HeldToken | undefined;
  let asking: Promise<HeldToken> | undefined;

  async function askOnce(): Promise<HeldToken> {
    // A function that throws at once must throw after `asking` was set.
    await undefined;
    const given: unknown = await ask();
    const text = typeof given === 'string' ? given.trim() : '';
    if (/^[!-~]+$/.test(text)) return { text };
    // Such as the page of a captive portal. No request could carry it, so no 401 would ever ask for another one.
    throw new PlaykeepError('unauthorized', 'No token was given');
  }

  /** One asking. After its time another may begin, and its token is taken only while there is no other. */
  function askInTime(): Promise<HeldToken> {
    const asked = new Promise<HeldToken>((resolve, reject) => {
      const isLast = () => asking === undefined || asking === asked;
      const end = () => {
        clearTimeout(timer);
        if (asking === asked) asking = undefined;
      };
      const timer = setTimeout(() => {
        end();
        reject(new LateToken());
      }, mostMilliseconds);
      askOnce()
        .then((token) => {
          if (isLast()) held ??= token;
          resolve(token);
        })
        .catch((thrown) => reject(toFailure(thrown, 'unauthorized', 'The token could not be obtained')))
        .finally(end);
    });
    return asked;
  }

  function get(): Promise<HeldToken> {
    if (held) return Promise.resolve(held);
    asking ??= askInTime();
    return asking;
  }

  function drop(refused: HeldToken): void {
    // Another call may have a newer one already.
    if (held === refused) held = undefined;
  }

  return {
    get,
    renew(refused) {
      drop(refused);
      return get();
    },
    drop,
  };
}

/** The claim `sub` of a token (RFC 7519 section 4.1.2), which is not verified here. Undefined where there is none. */
export function subjectOf(token: string): string | undefined {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0));
    const { sub } = JSON.parse(new TextDecoder().decode(bytes));
    return typeof sub === 'string' && sub !== '' ? sub : undefined;
  } catch {
    return undefined;
  }
}
