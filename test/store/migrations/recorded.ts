// The answers that the tree of a fixture gave, expected of a service of today.
import { expect } from 'bun:test';
import type { Facts, Recorded } from '../../fixtures/schemas/facts.ts';
import { type Answer, paths, told } from '../../harness/api.ts';
import { runCommand } from '../../harness/command.ts';
import type { Service } from '../../harness/service.ts';

/** Expects every read and every repetition as when the fixture was made, the stored sessions, and no finding of the doctor. */
export async function expectFacts(service: Service, facts: Facts): Promise<void> {
  for (const recorded of [...facts.reads, ...facts.repeats, ...facts.reads])
    await expectSame(service, facts, recorded);
  await expectSessions(service, facts);
  await expectDoctorFindsNothing(service);
}

async function ask(service: Service, facts: Facts, asked: Recorded): Promise<Answer> {
  const { player, method, path, headers = {}, body } = asked;
  const options = { headers: { ...headers }, body };
  if (player !== undefined) return service.as(player, method, path, options);
  return service.call(method, path, { ...options, token: facts.serverKey });
}

/** Expects the answer of the tree that wrote the fixture. Later trees may show more, but all that it showed stays, byte for byte. */
async function expectSame(service: Service, facts: Facts, recorded: Recorded): Promise<void> {
  const answer = await ask(service, facts, recorded);
  const { player, method, path, status, etag, text } = recorded;
  const question = { player, method, path };
  expect({ ...question, status: answer.status }).toEqual({ ...question, status });
  if (etag !== null) expect({ ...question, etag: told(answer).etag }).toEqual({ ...question, etag });
  if (path.startsWith(paths.metadata))
    expect({ ...question, text: answer.text }).toEqual({ ...question, text });
  else
    expect({ ...question, ...JSON.parse(answer.text) }).toMatchObject({ ...question, ...JSON.parse(text) });
}

/** Expects the stored sessions in the histories of their players. The first trees had no route that showed them. */
async function expectSessions(service: Service, { sessions }: Facts): Promise<void> {
  for (const { player, sessionId, startedAt, endedAt, reason } of sessions) {
    const path = endedAt === null ? paths.session : paths.sessions;
    const { data } = (await service.as(player, 'GET', path)).body;
    const shown = endedAt === null ? { sessions: [data] } : data;
    expect(shown.sessions).toContainEqual(
      expect.objectContaining({
        ...{ sessionId, startTime: new Date(startedAt).toISOString() },
        ...(endedAt !== null && { reason, endTime: new Date(endedAt).toISOString() }),
      }),
    );
  }
}

async function expectDoctorFindsNothing({ database }: Service): Promise<void> {
  const { status, stdout } = await runCommand(['doctor'], database.environment);
  expect([status, stdout]).toEqual([0, expect.stringContaining('nothing is wrong')]);
}
