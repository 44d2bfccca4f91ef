// `kill -9` at random moments under concurrent load, again and again on the same data: whatever was answered 200 is
// still there, and nothing that was not answered is half there.
import { expect, test } from 'bun:test';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';

const kills = 20;
const players = 12;

/** What one player was told, and what may have happened unsaid. */
interface Expected {
  /** The last save that was answered. */
  saved: number;
  /** The last save that was sent; the stored one lies between the two. */
  sent: number;
  /** The session that was last answered as started and not as stopped. */
  session: string | undefined;
  /** Was a start or a stop under way when the service died? Then either outcome is right. */
  sessionUncertain: boolean;
  sequentialId: number | undefined;
}

const filler = 'x'.repeat(2_000);

for (const engine of engines) {
  test(`${kills} kills on ${engine.name}: nothing answered 200 is missing`, async () => {
    const database = await engine.create();
    const state = new Map<string, Expected>();
    for (let n = 0; n < players; n += 1) {
      state.set(`player ${n}`, {
        saved: 0,
        sent: 0,
        session: undefined,
        sessionUncertain: false,
        sequentialId: undefined,
      });
    }
    let service = await startProcess(database.environment, database.directory);
    let acknowledged = 0;
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        let alive = true;
        const workers = [...state].map(async ([playerId, expected]) => {
          while (alive) acknowledged += (await act(service, playerId, expected)) ? 1 : 0;
        });
        const before = acknowledged;
        while (acknowledged < before + 2 * players) await Bun.sleep(5);
        await Bun.sleep(Math.random() * 100);
        service.signal('SIGKILL');
        await service.exited;
        alive = false;
        await Promise.all(workers);
        service = await startProcess(database.environment, database.directory);
        for (const [playerId, expected] of state) await verify(service, playerId, expected);
      }
    } finally {
      service.signal('SIGKILL');
      await service.exited;
      await database.remove();
    }
    expect(acknowledged).toBeGreaterThan(kills * players);
  }, 120_000);
}

/** One save and one session step; true when both were answered, false when the service died meanwhile. */
async function act(service: ServiceProcess, playerId: string, expected: Expected): Promise<boolean> {
  expected.sent += 1;
  const body = `{"data":{"n":${expected.sent},"filler":"${filler}","again":${expected.sent}}}`;
  const saved = await answerOrDeath(service.as(playerId, 'POST', paths.metadata, { body }));
  if (!saved) return false;
  expect(saved.status).toBe(200);
  expected.saved = saved.body.data.metadata.n;
  expected.sequentialId ??= saved.body.data.sequentialId;
  expected.sessionUncertain = true;
  const step = await answerOrDeath(service.as(playerId, 'POST', expected.session ? paths.stop : paths.start));
  if (!step) return false;
  expect(step.status).toBe(200);
  expected.session = expected.session ? undefined : step.body.data.sessionId;
  expected.sessionUncertain = false;
  return true;
}

/** Undefined when the connection failed: the service was killed before it answered. */
async function answerOrDeath(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch {
    await Bun.sleep(5);
    return undefined;
  }
}

async function verify(service: ServiceProcess, playerId: string, expected: Expected): Promise<void> {
  const { data } = (await service.as(playerId, 'GET', paths.metadata)).body;
  const stored = data.metadata.n ?? 0;
  expect(stored).toBeGreaterThanOrEqual(expected.saved);
  expect(stored).toBeLessThanOrEqual(expected.sent);
  if (stored > 0) expect(data.metadata).toEqual({ n: stored, filler, again: stored });
  if (expected.sequentialId !== undefined) expect(data.sequentialId).toBe(expected.sequentialId);
  expected.saved = stored;
  expected.sent = stored;
  const beat: Answer = await service.as(playerId, 'POST', paths.heartbeat);
  const session: string | undefined = beat.status === 200 ? beat.body.data.sessionId : undefined;
  if (!expected.sessionUncertain) expect(session).toBe(expected.session);
  expected.session = session;
  expected.sessionUncertain = false;
}
