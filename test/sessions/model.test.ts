// Random interleavings of start, heartbeat, stop, clock steps and restarts of the service, compared with a small model of the
// state machine.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { CLOCK_SKEW_MILLISECONDS } from '../../src/tuning.ts';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { amount } from '../harness/nightly.ts';
import { type Service, startService } from '../harness/service.ts';

const timeout = 1_500_000;

interface Model {
  /** The latest time so far. test/store/clock.contract.test.ts covers clocks that are set back. */
  latest: number;
  session: { id: string; startedAt: number; lastActivity: number } | undefined;
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

const command = (
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
): fc.AsyncCommand<Model, Real> => ({
  check: () => true,
  run,
  toString: () => name,
});
const operation = (name: 'start' | 'heartbeat' | 'stop') =>
  fc.constant(command(name, (model, real) => step(model, real, name)));
const commands = fc.commands(
  [
    operation('start'),
    operation('heartbeat'),
    operation('stop'),
    fc
      .oneof(fc.integer({ min: -5_000, max: 60_000 }), fc.constantFrom(timeout - 1, timeout, timeout + 1))
      .map((milliseconds) =>
        command(`clock ${milliseconds}`, async (model, { service: { clock } }) => {
          model.latest = Math.max(model.latest, clock.now());
          clock.advance(Math.max(milliseconds, model.latest - CLOCK_SKEW_MILLISECONDS - clock.now()));
        }),
      ),
    fc.constant(command('restart', (_model, { service }) => service.restart())),
  ],
  { maxCommands: 40 },
);

for (const engine of engines) {
  test(`sessions on ${engine.name} follow the model through any interleaving`, async () => {
    const service = await startService({ engine });
    let run = 0;
    try {
      await fc.assert(
        fc.asyncProperty(commands, async (sequence) => {
          run += 1;
          const playerId = `player of run ${run}`;
          await fc.asyncModelRun(
            () => ({ model: { session: undefined, latest: 0 }, real: { service, playerId } }),
            sequence,
          );
        }),
        { numRuns: amount(60, 300) },
      );
    } finally {
      await service.stop();
    }
  }, 120_000);
}
