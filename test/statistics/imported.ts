// Many random ended sessions, stored as an import stores them: of more players and days than a test could play.
import { openTransfer } from '../../src/app.ts';
import type { Environment } from '../../src/config/settings.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import type { EndedSessionRecord } from '../../src/store/ports/transfer.ts';
import { type Random, seeded } from '../harness/seeded.ts';
import { testConfig } from '../harness/service.ts';
import type { TestStore } from '../harness/store.ts';
import type { ReferenceSession } from './reference.ts';

const hour = 3_600_000;
const reasons = ['stopped', 'expired', 'replaced', 'terminated', 'erased'] as const;
const contexts = [
  null,
  '{"platform":"ios"}',
  '{"platform":"android","version":1}',
  '{"version":"1"}',
  `{"platform":"${'p'.repeat(65)}","version":"${'\\u0001'.repeat(64)}"}`,
  `{"platform":"${'q'.repeat(2_000)}","version":"${'\\u0001'.repeat(65)}"}`,
] as const;

/** @param from the earliest start */
export function randomRecords(
  random: Random,
  count: number,
  from: number,
  days: number,
): EndedSessionRecord[] {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  return Array.from({ length: count }, () => {
    const startedAt = from + random(days * 24 * 60) * 60_000 + random(3) * 7_777;
    const length = pick([0, random(1_000), random(hour), random(5 * hour), random(100) < 3 ? 60 * hour : 1]);
    return {
      type: 'ended-session' as const,
      sequentialId: 1 + random(40),
      sessionId: Bun.randomUUIDv7(),
      startedAt,
      endedAt: startedAt + length,
      reason: pick(reasons),
      context: pick(contexts),
      installationId: null,
    };
  });
}

export const toReference = (records: readonly EndedSessionRecord[]): ReferenceSession[] =>
  records.map(({ sequentialId, startedAt, endedAt, reason, context }) => ({
    player: sequentialId,
    start: startedAt,
    end: endedAt,
    reason,
    context,
  }));

interface ImportTarget {
  readonly environment: Environment;
  readonly clock: Clock;
}

/** The context of a session of nobody is not imported, so the players are registered first. */
export async function importSessions(t: ImportTarget, records: readonly EndedSessionRecord[]): Promise<void> {
  const log = createLog({ level: 'silent', production: true });
  const transfer = await openTransfer(testConfig(t.environment), { clock: t.clock, log });
  try {
    for (let start = 0; start < records.length; start += 500)
      await transfer.importRecords(records.slice(start, start + 500));
  } finally {
    await transfer.close();
  }
}

export async function registerPlayers(t: TestStore): Promise<void> {
  for (let n = 1; n <= 40; n += 1) await t.register(`player ${n}`);
}

export const randomOf = (seed: number): Random => seeded(seed);
