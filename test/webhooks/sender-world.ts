// Senders of webhooks on a real store, at a receiver within the test: it answers as the test says, and notes what it got. Time is the
// test's.

import { createEventNotices } from '../../src/events/notices.ts';
import { eventText } from '../../src/events/replies.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics, type Metrics } from '../../src/lib/metrics.ts';
import type { Store } from '../../src/store/ports/store.ts';
import type { WebhookFacts, WebhookSettings } from '../../src/store/ports/webhooks.ts';
import type { Send, WebhookAnswer } from '../../src/webhooks/request.ts';
import { createWebhookSenders, type WebhookSenders } from '../../src/webhooks/senders.ts';
import { newWebhookKeys } from '../../src/webhooks/signatures.ts';
import type { ManualClock } from '../harness/clock.ts';
import type { TestEngine } from '../harness/engines.ts';
import { openTestStore, type TestStore } from '../harness/store.ts';

export interface Received {
  readonly id: string;
  readonly url: string;
  readonly eventId: number;
  readonly sequentialId: number;
  /** The data of the event. */
  readonly data: Record<string, unknown>;
  readonly at: number;
}

/** @returns the status, or a whole answer; a promise for one that comes later */
export type Receive = (
  received: Received,
) => number | Partial<WebhookAnswer> | Promise<number | Partial<WebhookAnswer>>;

export interface SenderProcess {
  readonly senders: WebhookSenders;
  readonly metrics: Metrics;
  stop(): Promise<void>;
}

export interface SenderWorld extends TestStore {
  readonly received: Received[];
  /** Answers each request; 200 by default. */
  receive: Receive;
  create(change?: Partial<WebhookSettings>): Promise<WebhookFacts>;
  find(webhookId: string): Promise<WebhookFacts>;
  /** Starts the senders of a process, on the store of the world unless another one is given. */
  start(store?: Store): SenderProcess;
  /** Writes events of a player, and waits until they are in the feed. */
  save(sequentialId: number, times?: number): Promise<void>;
  /** Waits until this many events are in the feed. */
  told(events: number): Promise<void>;
  /** Waits until an endpoint has got all events up to this one. */
  settled(webhookId: string, eventId: number, stepMilliseconds?: number): Promise<void>;
  redeliver(webhookId: string, what: Parameters<Store['webhooks']['redeliver']>[1]): Promise<unknown>;
  update(webhookId: string, change: Parameters<Store['webhooks']['update']>[1]): Promise<unknown>;
  /** The ids of the events in the order of their first arrival. */
  arrived(): readonly number[];
  /** Passes time in small steps until the condition holds; the time of the test is the bound. */
  until(condition: () => boolean | Promise<boolean>, stepMilliseconds?: number): Promise<void>;
}

const author = { keyId: null, keyName: 'test', requestId: null };

export async function openSenderWorld(engine: TestEngine): Promise<SenderWorld> {
  const base = await openTestStore(engine, { EVENTS: 'sessions,metadata' });
  const { clock } = base;
  const log = createLog({ level: 'silent', production: true });
  const running = new Set<SenderProcess>();
  const received: Received[] = [];
  let saves = 0;

  const send: Send = async ({ url, headers, body }) => {
    const { eventId, sequentialId, data } = JSON.parse(body).data;
    const id = headers['webhook-id'] ?? '';
    const request = { id, url, eventId: Number(eventId), sequentialId, data, at: clock.now() };
    // The answer is that of the moment of the request.
    const { receive } = world;
    received.push(request);
    // A real request takes some turns of the event loop.
    await Bun.sleep(0);
    const answer = await receive(request);
    const { status = 200, ...more } = typeof answer === 'number' ? { status: answer } : answer;
    return { ...answerOf(status), ...more };
  };

  const world: SenderWorld = {
    ...base,
    get store() {
      return base.store;
    },
    received,
    receive: () => 200,
    async create(change = {}) {
      const url = 'https://example.com/';
      const settings = { url, types: ['metadata.changed'], ordered: false, enabled: true } as const;
      const { store } = base;
      const after = (await store.events.newest()) ?? 0;
      const webhookId = Bun.randomUUIDv7('hex', clock.now());
      const webhook = { ...settings, webhookId, keys: newWebhookKeys(false), after, ...change };
      return (await store.webhooks.create(webhook, { author, action: 'webhook.create' })) as WebhookFacts;
    },
    find: async (webhookId) => (await base.store.webhooks.find(webhookId)) as WebhookFacts,
    start(store = base.store) {
      const notices = createEventNotices(store.events, clock);
      const metrics = createMetrics();
      const senders = createWebhookSenders({
        store: store.webhooks,
        events: store.events,
        send,
        toText: eventText,
        clock,
        log,
        metrics,
        waitForEvents: notices.wait,
        random: () => 0.5,
      });
      senders.start();
      const own: SenderProcess = {
        senders,
        metrics,
        async stop() {
          running.delete(own);
          await clock.passUntil(senders.stop());
        },
      };
      running.add(own);
      return own;
    },
    async save(sequentialId, times = 1) {
      for (let at = 0; at < times; at += 1) {
        saves += 1;
        await base.store.metadata.save(sequentialId, `{"n":${saves}}`);
      }
      await world.told(saves);
    },
    told: (events) => world.until(async () => ((await base.store.events.newest()) ?? 0) >= events),
    settled: (webhookId, eventId, stepMilliseconds) =>
      world.until(async () => {
        const { after, pending } = await world.find(webhookId);
        return after >= eventId && pending === 0;
      }, stepMilliseconds),
    redeliver: (webhookId, what) =>
      base.store.webhooks.redeliver(webhookId, what, { author, action: 'webhook.redeliver' }),
    update: (webhookId, change) =>
      base.store.webhooks.update(webhookId, change, { author, action: 'webhook.update' }),
    arrived: () => [...new Set(received.map(({ eventId }) => eventId))],
    async until(condition, stepMilliseconds = 50) {
      while (!(await condition())) {
        // A long time jumps, as after a machine was asleep, since each of its small steps would cost real time.
        // The work that is due is done before the next jump, however slow the machine is.
        const isJump = stepMilliseconds > 1_000;
        if (isJump) clock.advance(stepMilliseconds);
        await (isJump ? settle(clock) : clock.pass(stepMilliseconds));
        await Bun.sleep(isJump ? 4 : 1);
      }
    },
    async remove() {
      // A request that never ends is waited for, so time has to pass.
      for (const each of running) await each.stop();
      await base.remove();
    },
  };
  return world;
}

async function settle(clock: ManualClock): Promise<void> {
  for (let part = 0; part < 3; part += 1) await clock.pass(0);
}

/** The value of one series. */
export function seriesOf(
  metrics: Metrics,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const family = metrics.families().find((each) => each.name === name);
  const samples = family && family.type !== 'histogram' ? family.samples() : [];
  return samples.find((sample) =>
    Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value;
}

/** @param status null where no answer came */
export function answerOf(status: number | null): WebhookAnswer {
  const isDelivered = status !== null && status >= 200 && status < 300;
  return {
    status,
    error: isDelivered ? null : 'failed',
    milliseconds: 1,
    answer: 'x',
    retryAfter: undefined,
  };
}
