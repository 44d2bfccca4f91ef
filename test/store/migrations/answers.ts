// The answers of the oldest release, expected of a service of today on its database.
import { expect } from 'bun:test';
import { type Answered, type Answers, type Origin, readAnswers } from '../../fixtures/release.ts';
import { type Answer, paths, told } from '../../harness/api.ts';
import { runCommand } from '../../harness/command.ts';
import type { Service } from '../../harness/service.ts';

/** Expects every read and every repetition, twice, since they change nothing, and no finding of the doctor. */
export async function expectAnswers(service: Service, origin: Origin): Promise<void> {
  const { answers, serverKey } = readAnswers(origin);
  expect(answers.length).toBeGreaterThan(30);
  for (const answered of [...answers, ...answers])
    expectSame(answered, await ask(service, answered, serverKey));
  const { status, stdout } = await runCommand(['doctor'], service.database.environment);
  expect([status, stdout]).toEqual([0, expect.stringContaining('nothing is wrong: 7 players')]);
}

function ask(service: Service, asked: Answered, serverKey: Answers['serverKey']): Promise<Answer> {
  const { player, method, path, headers, body } = asked;
  const options = { headers: { ...headers }, body };
  if (player === undefined) return service.call(method, path, { ...options, token: serverKey });
  return service.as(player, method, path, options);
}

/** Metadata is told byte by byte. Elsewhere later programs may tell more, but all that the release told stays. */
function expectSame(answered: Answered, answer: Answer): void {
  const { player, method, path, status, etag, text } = answered;
  const question = { player, method, path };
  const now = told(answer);
  expect({ ...question, status: now.status }).toEqual({ ...question, status });
  if (etag !== null) expect({ ...question, etag: now.etag }).toEqual({ ...question, etag });
  if (path.startsWith(paths.metadata)) expect({ ...question, text: now.text }).toEqual({ ...question, text });
  else expect({ ...question, ...JSON.parse(now.text) }).toMatchObject({ ...question, ...JSON.parse(text) });
}
