// Reads that wait for a change of the record: the service answers when another device or a server has written. One read waits at a
// time, in the tab that sends, and no service, however early it answers, is asked without a pause.
import { pauseMilliseconds } from '../environment.ts';
import { metadataPath } from '../metadata.ts';
import type { Reply } from '../request.ts';
import { shapes } from '../shapes.ts';
import type { Transport } from '../transport.ts';
import type { SaveQueue } from './queue.ts';

/** Shorter than the time that an attempt has. */
const preference = 'wait=25';
/** A wait that took less was ended by the service. */
const leastMilliseconds = 24_000;
/**
 * A wait that ended early counts as so many failures, for the pause after it, and one more each further time. All who waited at a
 * process are sent away at once when it ends, and come back within 16 seconds. A service that lets none wait, since it is older or has
 * too many readers, is polled twice a minute.
 */
const failuresOfEarlyEnd = 5;

export interface ListenOptions {
  readonly queue: SaveQueue;
  readonly installation: string;
  /** False while the page or app sleeps, and nobody sees changes, and for a save that is not live. */
  readonly isLive: () => boolean | undefined;
  /** Called after another device or a server has written. */
  readonly onChange: () => void;
}

/**
 * Waits for another record, at most so many milliseconds where the save is not live.
 * @returns undefined after a time without one, and when `signal` is aborted. @throws PlaykeepError
 */
export type Listen = (milliseconds: number, signal: AbortSignal) => Promise<Reply | undefined>;

export function createListen(
  transport: Transport,
  { queue, installation, isLive, onChange }: ListenOptions,
): Listen {
  const { now, random, sleep } = transport.environment;
  let early = 0;

  return async (milliseconds, signal) => {
    let pause = milliseconds;
    if (isLive()) {
      const beganAt = now();
      const headers = {
        'if-none-match': queue.base.etag,
        prefer: preference,
        'x-installation-id': installation,
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
        if (reply.status !== 304) {
          onChange();
          return reply;
        }
        early = now() - beganAt < leastMilliseconds ? early + 1 : 0;
        pause = early && pauseMilliseconds(early + failuresOfEarlyEnd - 1, undefined, random);
      } catch (thrown) {
        if (!signal.aborted) throw thrown;
      }
    }
    await sleep(pause, signal);
    return undefined;
  };
}
