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

/** @param ask the game's function. A failure of it is `unauthorized`. */
export function createTokenSource(ask: () => string | Promise<string>): TokenSource {
  let held: HeldToken | undefined;
  let asking: Promise<HeldToken> | undefined;

  async function askOnce(): Promise<HeldToken> {
    try {
      // A function that throws at once must throw after `asking` was set.
      await undefined;
      const text = await ask();
      if (typeof text !== 'string' || text === '')
        throw new PlaykeepError('unauthorized', 'No token was given');
      held = { text };
      return held;
    } catch (thrown) {
      throw toFailure(thrown, 'unauthorized', 'The token could not be obtained');
    } finally {
      asking = undefined;
    }
  }

  const askTogether = (): Promise<HeldToken> => {
    asking ??= askOnce();
    return asking;
  };

  return {
    get: () => asking ?? (held ? Promise.resolve(held) : askTogether()),
    renew(refused) {
      // Another call has a newer one already.
      if (held !== undefined && held !== refused) return Promise.resolve(held);
      held = undefined;
      return askTogether();
    },
    drop(refused) {
      if (held === refused) held = undefined;
    },
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
