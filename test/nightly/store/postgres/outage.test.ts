// The cost of an outage: while PostgreSQL cannot be reached, few attempts to connect stand for all callers, each caller is told soon,
// and the first attempt after its return serves all that wait.
import { expect, test } from 'bun:test';
import { createAdmissionControl } from '../../../../src/admission/admission-control.ts';
import { systemClock } from '../../../../src/lib/clock.ts';
import { createLog } from '../../../../src/lib/log.ts';
import { createMetrics } from '../../../../src/lib/metrics.ts';
import { StoreUnavailable } from '../../../../src/store/ports/errors.ts';
import { createExecutor } from '../../../../src/store/postgres/executor.ts';
import { withRetries } from '../../../../src/store/postgres/with-retries.ts';
import { CONNECT_AGAIN_MILLISECONDS } from '../../../../src/tuning.ts';
import { createPostgresDatabase } from '../../../harness/postgres.ts';

const poolSize = 4;

/** PostgreSQL's answer while it starts: an ErrorResponse with SQLSTATE 57P03. */
const starting = (() => {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up'];
  const body = Buffer.from(`${fields.map((field) => `${field}\0`).join('')}\0`);
  const head = Buffer.from('E....');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
})();

/** A server's port at which the server is starting, until it is there. */
function startGate(target: URL) {
  const state = { attempts: 0, isOpen: false };
  const listener = Bun.listen<{ server?: Bun.Socket; early: Buffer[]; isServed: boolean }>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      // A caller that came before the opening and speaks after it is served too.
      open(caller) {
        caller.data = { early: [], isServed: false };
        state.attempts += 1;
      },
      data(caller, bytes) {
        const { data } = caller;
        if (!state.isOpen) return void caller.end(starting);
        if (data.server) return void data.server.write(bytes);
        data.early.push(Buffer.from(bytes));
        if (data.isServed) return;
        data.isServed = true;
        void Bun.connect({
          hostname: target.hostname,
          port: Number(target.port),
          socket: {
            open(server) {
              caller.data.server = server;
              for (const bytes of caller.data.early) server.write(bytes);
            },
            data: (_, bytes) => void caller.write(bytes),
            close: () => void caller.end(),
          },
        });
      },
      close: ({ data }) => void data.server?.end(),
    },
  });
  return Object.assign(state, { port: listener.port, stop: () => listener.stop(true) });
}

test('callers of an outage share an attempt, and all are served by the first one after it', async () => {
  const database = await createPostgresDatabase();
  const gate = startGate(new URL(database.url));
  const url = Object.assign(new URL(database.url), { port: String(gate.port) }).href;
  const metrics = createMetrics();
  const pool = createExecutor({
    url,
    poolSize,
    timeoutMilliseconds: 2_000,
    preparedStatements: true,
    caFile: undefined,
    metrics,
    admission: createAdmissionControl({ clock: systemClock, metrics }),
    log: createLog({ level: 'silent', production: true }),
  });
  const ask = () => withRetries(() => pool.query<{ one: number }>('SELECT 1 AS one'), true);
  const startedAt = performance.now();
  let refused = 0;
  const callers = Array.from({ length: 100 }, async () => {
    // A machine that stood still has had few attempts.
    while (performance.now() - startedAt < 600 || refused <= 200) {
      const failure = await ask().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(StoreUnavailable);
      refused += 1;
    }
  });
  await Promise.all(callers);
  const pauses = (performance.now() - startedAt) / CONNECT_AGAIN_MILLISECONDS;
  expect(refused).toBeGreaterThan(200);
  expect(gate.attempts).toBeLessThanOrEqual(poolSize + Math.ceil(pauses) + 1);
  gate.isOpen = true;
  const answers = await Promise.all(Array.from({ length: 100 }, ask));
  expect(new Set(answers.map(([row]) => row?.one))).toEqual(new Set([1]));
  await pool.close();
  gate.stop();
  await database.drop();
});
