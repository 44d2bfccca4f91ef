// Devices of players for the tests of saves: clients whose pauses are short, and whose network the test takes away.

import { signTestToken } from '../../test/harness/service.ts';
import { platformEnvironment } from '../src/environment.ts';
import {
  type ClientOptions,
  type LifecycleEvent,
  type PlaykeepClient,
  PlaykeepError,
  type Save,
} from '../src/index.ts';
import { createClient } from './under-test.ts';

export { until } from '../../test/harness/until.ts';

export interface Device extends PlaykeepClient {
  isOnline: boolean;
  /** Requests that left the device. */
  readonly requests: {
    readonly method: string;
    readonly url: string;
    readonly body: string;
    readonly headers: Headers;
  }[];
  tell(event: LifecycleEvent): void;
}

/**
 * Pauses take a hundredth of their time, but for those in which a service may answer that a save or a session begins with. These take
 * ten times as long, since a machine may stand still for a second: a test whose service does not answer has a `sleep` of its own.
 */
const hurry = 100;
const patienceMilliseconds = [1_000, 3_000];
const shorten = (milliseconds: number): number =>
  patienceMilliseconds.includes(milliseconds)
    ? 10 * milliseconds
    : Math.min(milliseconds / hurry, 2 ** 31 - 1);

export const hurriedSleep: typeof platformEnvironment.sleep = (milliseconds, signal) =>
  platformEnvironment.sleep(shorten(milliseconds), signal);

export function createDevice(url: string, playerId: string, options: Partial<ClientOptions> = {}): Device {
  const listeners = new Set<(event: LifecycleEvent) => void>();
  const requests: Device['requests'] = [];
  const state = { isOnline: true };
  const client = createClient({
    url,
    token: () => signTestToken(playerId),
    fetch: (async (input: string, init: RequestInit) => {
      if (!state.isOnline) throw new TypeError('offline');
      requests.push({
        method: init.method ?? '',
        url: input,
        body: String(init.body ?? ''),
        headers: new Headers(init.headers),
      });
      const answer = await fetch(input, init);
      // An answer that comes after the network went does not arrive.
      if (!state.isOnline) throw new TypeError('offline');
      return answer;
    }) as typeof fetch,
    ...options,
    environment: {
      sleep: hurriedSleep,
      onLifecycle(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      ...options.environment,
    },
  });
  return Object.assign(
    Object.defineProperties({} as Device, {
      isOnline: { get: () => state.isOnline, set: (value) => (state.isOnline = value) },
    }),
    {
      ...client,
      requests,
      tell: (event: LifecycleEvent) => {
        for (const listener of listeners) listener(event);
      },
    },
  );
}

/** Sends until all is acknowledged: a flush gives up after three failures, and a test does not. */
export async function settle(save: Pick<Save, 'flush'>): Promise<void> {
  for (;;) {
    try {
      return await save.flush();
    } catch (failure) {
      if (
        !(failure instanceof PlaykeepError) ||
        !['network', 'unavailable', 'rate-limited'].includes(failure.code)
      ) {
        throw failure;
      }
    }
  }
}

export const failureOf = (promise: Promise<unknown>): Promise<PlaykeepError> =>
  promise.then(
    () => Promise.reject(new Error('it succeeded')),
    (thrown) => thrown,
  );
