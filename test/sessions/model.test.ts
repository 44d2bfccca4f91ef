// Random interleavings of start, heartbeat, stop, suspensions, clock steps and restarts of the service, compared with a small
// model of the state machine.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { CLOCK_SKEW_MILLISECONDS } from '../../src/tuning.ts';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { amount } from '../harness/nightly.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';

const timeout = 1_500_000;

interface Model {
  /** The latest time so far. test/store/ports/clock.contract.test.ts covers clocks that are set back. */
  latest: number;
  session: { id: string; startedAt: number; lastActivity: number } | undefined;
  /** 0 for none. */
  suspendedUntil: number;
}
interface Real {
  service: Service;
  playerId: string;
}

const timestamp = (milliseconds: number) => new Date(milliseconds).toISOString();

/** The answer of the specification in the state of the model. The real service must give the same. */
async function step(
  model: Model,
  { service, playerId }: Real,
  name: 'start' | 'heartbeat' | 'stop',
): Promise<void> {
  const now = service.clock.now();
  if (model.session && now - model.session.lastActivity >= timeout) model.session = undefined;
  const answer = await service.as(playerId, 'POST', paths[name]);
  if (model.suspendedUntil > now) {
    const detail = `suspended until ${timestamp(model.suspendedUntil)}`;
    expect(answer.body).toEqual({ statusCode: 403, error: { message: 'Player suspended', detail } });
    return;
  }
  if (name === 'start' ? model.session : !model.session) {
    const message = name === 'start' ? 'Session already active' : 'No active session found';
    expect(answer.body).toEqual({ statusCode: 400, error: { message } });
    return;
  }
  model.session ??= { id: answer.body.data.sessionId, startedAt: now, lastActivity: now };
  const latest = Math.max(now, model.session.lastActivity);
  const { id, startedAt } = model.session;
  expect(answer.body.data).toEqual({
    sessionId: id,
    playerId,
    ...(name === 'start' && { startTime: timestamp(startedAt) }),
    ...(name === 'heartbeat' && { lastActivity: timestamp(latest) }),
    ...(name === 'stop' && {
      startTime: timestamp(startedAt),
      endTime: timestamp(latest),
      duration: (latest - startedAt) / 1000,
    }),
  });
  model.session = name === 'stop' ? undefined : { id, startedAt, lastActivity: latest };
}

/** The sequential id. A jump of the clock makes calls old that wait at the store, so the probe waits for them first. */
const register = async (service: Service, playerId: string): Promise<number> => {
  expect((await service.call('GET', '/readyz')).status).toBe(200);
  const body = JSON.stringify({ playerId });
  const answer = await service.call('POST', '/api/server/players', { token: testServerKey, body });
  return answer.body.data.sequentialId;
};

/** Suspends the player for some milliseconds, which ends the session; 0 ends the suspension. */
async function suspend(model: Model, { service, playerId }: Real, milliseconds: number): Promise<void> {
  const path = `/api/server/players/${await register(service, playerId)}/suspend`;
  const until = service.clock.now() + milliseconds;
  const body = milliseconds > 0 ? JSON.stringify({ until: timestamp(until) }) : undefined;
  const answer = await service.call(body ? 'POST' : 'DELETE', path, { token: testServerKey, body });
  expect(answer.body.data).toMatchObject({ playerId, suspendedUntil: body ? timestamp(until) : null });
  model.suspendedUntil = body ? until : 0;
  if (body) model.session = undefined;
}

/**
 * The latest end, by the clock, of a session and a suspension that are over; 0 for none. The clock is not set back before it. A
 * background job may have ended the session, or not yet, so either answer would be right. A session that began after a suspension
 * goes on.
 */
function latestEnd({ session, suspendedUntil }: Model, now: number): number {
  const ends = [suspendedUntil, session ? session.lastActivity + timeout : 0];
  return Math.max(0, ...ends.filter((end) => end <= now));
}

const isStoreIdle = async (service: Service): Promise<boolean> =>
  /^playkeep_store_calls 0$/m.test((await service.call('GET', '/metrics')).text);

const command = (
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
): fc.AsyncCommand<Model, Real> => ({ check: () => true, run, toString: () => name });
const operation = (name: 'start' | 'heartbeat' | 'stop') =>
  fc.constant(command(name, (model, real) => step(model, real, name)));
const commands = fc.commands(
  [
    operation('start'),
    operation('heartbeat'),
    operation('stop'),
    fc
      .oneof(fc.integer({ min: -5_000, max: 60_000 }), fc.constantFrom(-1, timeout - 1, timeout, timeout + 1))
      .map((milliseconds) =>
        command(`clock ${milliseconds}`, async (model, { service }) => {
          const { clock } = service;
          // A jump makes the calls of a job old that are under way, and the service would refuse the next request.
          while (!(await isStoreIdle(service))) await Bun.sleep(1);
          model.latest = Math.max(model.latest, clock.now());
          const earliest = Math.max(model.latest - CLOCK_SKEW_MILLISECONDS, latestEnd(model, clock.now()));
          clock.advance(Math.max(milliseconds, earliest - clock.now()));
        }),
      ),
    fc
      .constantFrom(0, 0, 1, 1_000, timeout)
      .map((milliseconds) =>
        command(`suspend ${milliseconds}`, (model, real) => suspend(model, real, milliseconds)),
      ),
    fc.constant(command('restart', (_model, { service }) => service.restart())),
  ],
  { maxCommands: 40 },
);

for (const engine of engines) {
  test(
    `sessions on ${engine.name} follow the model through any interleaving`,
    async () => {
      const service = await startService({ engine, environment: { SERVER_API_KEY: testServerKey } });
      let run = 0;
      try {
        await fc.assert(
          fc.asyncProperty(commands, async (sequence) => {
            run += 1;
            const playerId = `player of run ${run}`;
            await fc.asyncModelRun(
              () => ({
                model: { session: undefined, latest: 0, suspendedUntil: 0 },
                real: { service, playerId },
              }),
              sequence,
            );
          }),
          { numRuns: amount(60, 300) },
        );
      } finally {
        await service.stop();
      }
    },
    amount(120_000, 600_000),
  );
}
