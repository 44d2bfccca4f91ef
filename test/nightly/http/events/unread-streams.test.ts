// Streams of events that their callers do not read: each counts against the bound, and is cut off after its time and at the drain.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { openFeed } from '../../../../src/events/feed.ts';
import { type StreamEnd, startStream, toReadableStream } from '../../../../src/http/streaming.ts';
import {
  EVENT_STREAM_GRACE_SECONDS,
  EVENT_STREAM_SECONDS,
  EVENTS_MAX_WAITING_OF_KEY,
} from '../../../../src/limits.ts';
import { sqlite } from '../../../harness/engines.ts';
import { openTestStore, type TestStore } from '../../../harness/store.ts';
import { until } from '../../../harness/until.ts';

describe('a stream that is not read', () => {
  let world: TestStore;
  beforeEach(async () => {
    world = await openTestStore(sqlite, { EVENTS: 'metadata' });
  });
  afterEach(() => world.remove());

  /** Streams of one key, each with its first piece on the way to a caller who reads no further. */
  async function open(count: number) {
    const { feed, notices } = openFeed(world.store.events, world.clock);
    const caller = { keyId: 'key', signal: new AbortController().signal };
    const ends: StreamEnd[] = [];
    const start = async () => {
      const { body, cutOff } = feed.stream({ after: undefined, limit: 100 }, caller);
      const started = await startStream(body);
      return toReadableStream(started, { until: undefined, cutOff, onEnd: (end) => void ends.push(end) });
    };
    const streams = await Promise.all(Array.from({ length: count }, start));
    return { streams, start, ends, notices };
  }

  test('counts, and is cut off after its time', async () => {
    const { streams, start, ends } = await open(EVENTS_MAX_WAITING_OF_KEY);
    const isRefused = () =>
      start().then(
        () => false,
        (error) => error.name === 'ApiError',
      );
    expect(await isRefused()).toBe(true);
    world.clock.advance((EVENT_STREAM_SECONDS + EVENT_STREAM_GRACE_SECONDS) * 1_000 - 1);
    await Bun.sleep(5);
    expect([ends, await isRefused()]).toEqual([[], true]);
    world.clock.advance(1);
    await until(() => ends.length === streams.length);
    expect(ends).toEqual(streams.map(() => 'left'));
    for (const stream of streams) expect(await isBroken(stream)).toBe(true);
    expect(await isRefused()).toBe(false);
  });

  test('is cut off when the service drains', async () => {
    const { streams, ends, notices } = await open(2);
    notices.drain();
    await until(() => ends.length === streams.length);
    expect(ends).toEqual(['left', 'left']);
    for (const stream of streams) expect(await isBroken(stream)).toBe(true);
  });

  test('is not cut off where its caller reads on: it ends by itself', async () => {
    const { streams, ends, notices } = await open(1);
    const reader = streams[0]?.getReader();
    await reader?.read();
    const next = reader?.read();
    await Bun.sleep(5);
    notices.drain();
    expect((await next)?.done).toBe(true);
    expect(ends).toEqual(['complete']);
  });
});

const isBroken = (stream: ReadableStream): Promise<boolean> =>
  stream
    .getReader()
    .read()
    .then(
      () => false,
      () => true,
    );
