// Reads that wait for a change of the record: the service answers when another device or a server has written, and when the session
// of the save has ended. One read waits at a time, in the tab that sends, and no service, however early it answers, and with whatever,
// is asked without a pause.
import { pauseMilliseconds } from '../environment.ts';
import { isSessionOver, PlaykeepError } from '../failure.ts';
import { metadataPath } from '../metadata.ts';
import type { Reply } from '../request.ts';
import { shapes } from '../shapes.ts';
import type { Transport } from '../transport.ts';
import type { Store } from './store.ts';

/** Shorter than the time that an attempt has. */
const preference = 'wait=25';
/** A wait that took less was ended by the service. Those that are over in the same moment are as many as ever. */
const leastMilliseconds = 24_900;
/** Between the beginnings of two waits, of which the first had a change at once: caches may answer with two records in turn. */
const leastBetweenMilliseconds = 500;
/**
 * All who waited at a process are sent away at once when it ends. They come back at random within the time of a wait, so that as many
 * ask in a second as before.
 */
const returnMilliseconds = 25_000;
/**
 * A second wait in a row that ended early counts as so many failures, for the pause after it, and one more each further time. A service
 * that lets none wait, since it is older or has too many readers, is polled twice a minute.
 */
const failuresOfEarlyEnds = 6;

export interface ListenOptions {
  readonly store: Store;
  readonly installation: string;
  /** False while nobody sees changes, as in a page or app that sleeps, and for a save that is not live. */
  readonly isLive: () => boolean;
  /** The session of the moment, with whose end a wait ends; undefined for none. */
  readonly sessionId: () => string | undefined;
  /** Called when a session is not the active one. Another one of this device may be then. */
  readonly onSuperseded: (sessionId: string) => void;
  /** Called after another device or a server has written, and after the session was found to be no longer the active one. */
  readonly onChange: () => void;
}

/** The service has answered a read that waited. */
export interface Heard {
  /** Another record than that of this device. */
  readonly change?: Reply;
}

/**
 * Waits for another record, at most so many milliseconds where the save is not live.
 * @returns undefined after a time in which nothing was heard, and when `signal` is aborted. @throws PlaykeepError
 */
export type Listen = (milliseconds: number, signal: AbortSignal) => Promise<Heard | undefined>;

export function createListen(
  transport: Transport,
  { store, installation, isLive, sessionId, onSuperseded, onChange }: ListenOptions,
): Listen {
  const { now, random, sleep } = transport.environment;
  let early = 0;
  /** Before the next wait, in milliseconds. */
  let rest = 0;
  /** A session that is not the active one. The waits after it go on without it. */
  let ended: string | undefined;

  return async (milliseconds, signal) => {
    let pause = milliseconds;
    let heard: Heard | undefined;
    if (isLive()) {
      if (rest > 0) await sleep(rest, signal);
      rest = 0;
      if (signal.aborted) return undefined;
      const beganAt = now();
      const etag = store.kept?.tag;
      const current = sessionId();
      const required = current === ended ? undefined : current;
      const headers = {
        'if-none-match': etag,
        prefer: preference,
        'x-installation-id': installation,
        'x-session-id': required,
      };
      const request = {
        method: 'GET',
        path: metadataPath,
        shape: shapes.ownRecord,
        signal,
        headers,
      } as const;
      try {
        const reply = await transport.send(request);
        // A cache or proxy that drops the condition answers with the record that is here already.
        if (reply.status !== 304 && reply.etag !== etag) {
          early = 0;
          rest = leastBetweenMilliseconds - Math.max(now() - beganAt, 0);
          onChange();
          return { change: reply };
        }
        early = now() - beganAt < leastMilliseconds ? early + 1 : 0;
        pause = pauseAfter(early, random);
        heard = {};
      } catch (thrown) {
        if (required !== undefined && thrown instanceof PlaykeepError && isSessionOver(thrown)) {
          ended = required;
          onSuperseded(required);
          onChange();
          return {};
        }
        if (!signal.aborted) throw thrown;
      }
    }
    await sleep(pause, signal);
    return heard;
  };
}

/** @param early how many waits in a row the service has ended. @returns milliseconds */
function pauseAfter(early: number, random: () => number): number {
  if (early < 2) return early * random() * returnMilliseconds;
  return pauseMilliseconds(early + failuresOfEarlyEnds - 2, undefined, random);
}
