// A simulated world of webhooks: processes that send from one store whose calls fail and are slow at random, and a receiver whose answers are
// random too. It notes every attempt. Time is the test's, so a seed always gives the same run.
import { createEventNotices } from '../../../../src/events/notices.ts';
import { eventText } from '../../../../src/events/replies.ts';
import { createLog } from '../../../../src/lib/log.ts';
import { createMetrics, type Metrics } from '../../../../src/lib/metrics.ts';
import { StoreUnavailable } from '../../../../src/store/ports/errors.ts';
import type { Send, WebhookAnswer } from '../../../../src/webhooks/request.ts';
import { createWebhookSenders, type WebhookSenders } from '../../../../src/webhooks/senders.ts';
import type { Random } from '../../../harness/seeded.ts';
import type { TestStore } from '../../../harness/store.ts';
import { answerOf } from '../../../webhooks/sender-world.ts';

export interface SimulatedAttempt {
  readonly process: SimulatedProcess;
  readonly id: string;
  readonly eventId: number;
  readonly sequentialId: number;
  readonly type: string;
  readonly url: string;
  readonly at: number;
  /** Undefined while there is no answer. */
  ended: { readonly at: number; readonly isDelivered: boolean; readonly answer: WebhookAnswer } | undefined;
}

export interface SimulatedProcess {
  readonly senders: WebhookSenders;
  readonly metrics: Metrics;
  isDead: boolean;
  /** Until when no call of its store succeeds. */
  cutOffUntil: number;
  /** Since when it has had one sender, which knows what the endpoint asked for. */
  sendsSince: number;
  leaseNumber: number | undefined;
}

export interface Chances {
  /** Of a hundred calls of the store, how many fail, before or after their commit. */
  failing: number;
  /** And how many take seconds. */
  slow: number;
  /** Of a hundred requests, how many fail. */
  refused: number;
  /** And how many take seconds. */
  late: number;
  /** The player whose events are all refused. */
  poisoner: number | undefined;
  /** Do some of the refusals disable the endpoint? */
  gone: boolean;
}

export const healthy: Chances = {
  failing: 0,
  slow: 0,
  refused: 0,
  late: 0,
  poisoner: undefined,
  gone: false,
};

export interface SimulatedWorld {
  chances: Chances;
  readonly attempts: readonly SimulatedAttempt[];
  readonly processes: SimulatedProcess[];
  readonly send: Send;
  start(): SimulatedProcess;
}

export interface SimulationOptions {
  readonly base: TestStore;
  readonly random: Random;
  /** An attempt begins. */
  readonly onAttempt: (attempt: SimulatedAttempt) => void;
}

export function createSimulatedWorld({ base, random, onAttempt }: SimulationOptions): SimulatedWorld {
  const { clock } = base;
  const attempts: SimulatedAttempt[] = [];
  const processes: SimulatedProcess[] = [];
  const log = createLog({ level: 'silent', production: true });
  const pause = (most: number) => clock.sleep(random(most) + 1);
  const isChosen = (percent: number) => random(100) < percent;

  /** A call as a process sees it: it may fail before or after the commit, be slow on either side, or never end. */
  function through<A extends unknown[], R>(own: SimulatedProcess, call: (...all: A) => Promise<R>) {
    return async (...all: A): Promise<R> => {
      const { failing, slow } = world.chances;
      const isFailing = isChosen(failing);
      const isBefore = isChosen(50);
      if (isChosen(slow)) await pause(20_000);
      if (own.isDead) return never();
      if (clock.now() < own.cutOffUntil || (isFailing && isBefore)) throw new StoreUnavailable('away');
      const result = await call(...all);
      if (isChosen(slow)) await pause(20_000);
      if (own.isDead) return never();
      if (isFailing) throw new StoreUnavailable('its outcome is unknown');
      return result;
    };
  }

  function answer(sequentialId?: number): WebhookAnswer {
    if (sequentialId !== undefined && sequentialId === world.chances.poisoner) return answerOf(500);
    if (!isChosen(world.chances.refused)) return answerOf(200);
    const statuses = [400, 404, 429, 429, 500, 500, 503, 503, null, ...(world.chances.gone ? [410] : [])];
    const status = statuses[random(statuses.length)] ?? null;
    const asks = (status === 429 || status === 503) && isChosen(60);
    return { ...answerOf(status), retryAfter: asks ? String(random(900) + 1) : undefined };
  }

  async function arrive(
    own: SimulatedProcess,
    { url, headers, body }: Parameters<Send>[0],
  ): Promise<WebhookAnswer> {
    const { eventId, sequentialId, type } = JSON.parse(body).data;
    const id = headers['webhook-id'] ?? '';
    const facts = { process: own, id, eventId: Number(eventId), sequentialId, type, url, at: clock.now() };
    const attempt: SimulatedAttempt = { ...facts, ended: undefined };
    onAttempt(attempt);
    attempts.push(attempt);
    const reply = answer(sequentialId);
    if (reply.status === null) await clock.sleep(15_000);
    else if (isChosen(world.chances.late)) await pause(14_000);
    else await Promise.resolve();
    attempt.ended = { at: clock.now(), isDelivered: reply.error === null, answer: reply };
    return own.isDead ? never() : reply;
  }

  const world: SimulatedWorld = {
    chances: healthy,
    attempts,
    processes,
    send: async () => answer(),
    start() {
      const { webhooks, events } = base.store;
      const metrics = createMetrics();
      const own = { metrics, isDead: false, cutOffUntil: 0, sendsSince: 0, leaseNumber: undefined } as {
        -readonly [K in keyof SimulatedProcess]: SimulatedProcess[K];
      };
      const ownEvents = {
        ...events,
        page: through(own, events.page),
        newest: through(own, events.newest),
      };
      const claim = through(own, webhooks.claim);
      const ownWebhooks = {
        ...webhooks,
        settle: through(own, async (...all: Parameters<typeof webhooks.settle>) => {
          const webhook = await webhooks.settle(...all);
          if (!webhook?.enabled) own.leaseNumber = undefined;
          return webhook;
        }),
        listPending: through(own, webhooks.listPending),
        findHeld: through(own, webhooks.findHeld),
        claim: async (holder: string) => {
          const leases = await claim(holder);
          const leaseNumber = leases[0]?.leaseNumber;
          if (own.leaseNumber === undefined || leaseNumber !== own.leaseNumber) own.sendsSince = clock.now();
          own.leaseNumber = leaseNumber;
          return leases;
        },
        release: through(own, webhooks.release),
      };
      own.senders = createWebhookSenders({
        ...{ store: ownWebhooks, events: ownEvents, toText: eventText, clock, log, metrics },
        send: (request) => (own.isDead ? never() : arrive(own, request)),
        waitForEvents: createEventNotices(ownEvents, clock).wait,
        random: () => random(1_000) / 1_000,
      });
      own.senders.start();
      processes.push(own);
      return own;
    },
  };
  return world;
}

const never = (): Promise<never> => new Promise(() => undefined);
