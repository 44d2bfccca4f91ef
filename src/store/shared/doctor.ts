// The doctor's way through the database, the same on both engines: steps over all players by sequential id, then by name, then the
// statistics, the events and the clock. The problems of a step are looked at again as of a later moment, and only those that are still there are findings.
import { DOCTOR_STEP_PLAYERS, DOCTOR_STEP_ROWS } from '../../tuning.ts';
import type { Doctor, DoctorStep, Finding } from '../ports/doctor.ts';
import { auditStart } from './audit.ts';
import { examineRange, type RangeResult } from './doctor-checks.ts';
import { examineClock } from './doctor-clock.ts';
import { examineEvents } from './doctor-events.ts';
import type { DoctorReads, DoctorSource, IdRange } from './doctor-reads.ts';
import { examineStatistics } from './doctor-statistics.ts';

export const createDoctor = (source: DoctorSource): Doctor => ({
  async *examine(auditDays) {
    const fileProblems = await source.examineFile();
    yield { players: 0, toBeMended: 0, findings: fileProblems };
    yield* examineIds(source, auditDays);
    yield* examineNames(source);
    yield await lookAt(source, examineStatistics);
    yield await lookAt(source, examineEvents);
    yield await lookAt(source, examineClock);
  },
  close: source.close,
});

async function* examineIds(source: DoctorSource, auditDays: number): AsyncGenerator<DoctorStep> {
  const step = { players: DOCTOR_STEP_PLAYERS, others: DOCTOR_STEP_ROWS };
  const examine = (range: IdRange): Promise<RangeResult> =>
    source.snapshot(async (reads) => examineRange(reads, range, auditStart(await reads.now(), auditDays)));

  for (let after = Number.MIN_SAFE_INTEGER; after < Number.MAX_SAFE_INTEGER; ) {
    const from = after;
    const end = (await source.snapshot((reads) => reads.findEnd(from, step))) ?? Number.MAX_SAFE_INTEGER;
    const { findings, ...counts } = await examine({ after, end });
    yield { ...counts, findings: await confirm(findings, examine) };
    after = end;
  }
}

/** Looks at the players of the findings again, each alone. */
async function confirm(
  findings: readonly Finding[],
  examine: (range: IdRange) => Promise<RangeResult>,
): Promise<readonly Finding[]> {
  const confirmed: Finding[] = [];
  for (const [id, seen] of Map.groupBy(findings, ({ sequentialId }) => sequentialId ?? 0)) {
    const again = await examine({ after: id - 1, end: id });
    confirmed.push(...inBoth(seen, again.findings));
  }
  return confirmed;
}

function inBoth(findings: readonly Finding[], again: readonly Finding[]): readonly Finding[] {
  const keyOf = ({ table, sequentialId, problem }: Finding): string => `${table} ${sequentialId} ${problem}`;
  const keys = new Set(again.map(keyOf));
  return findings.filter((finding) => keys.has(keyOf(finding)));
}

/** Looks at a part that no player's step has, and again where something is found. */
async function lookAt(
  source: DoctorSource,
  examine: (reads: DoctorReads) => Promise<readonly Finding[]>,
): Promise<DoctorStep> {
  const seen = await source.snapshot(examine);
  const findings = seen.length === 0 ? [] : inBoth(seen, await source.snapshot(examine));
  return { players: 0, toBeMended: 0, findings };
}

/** The way by name: PostgreSQL has no index on the numbers of players. */
async function* examineNames(source: DoctorSource): AsyncGenerator<DoctorStep> {
  const read = (afterName: string) =>
    source.snapshot(async (reads) => {
      const players = await reads.listPlayers(afterName, DOCTOR_STEP_PLAYERS);
      const findings = players
        .filter(({ hasMetadata }) => !hasMetadata)
        .map(({ sequentialId }) => ({
          table: 'players',
          sequentialId,
          problem: 'the player has no metadata',
        }));
      return { last: players.at(-1), findings };
    });
  for (let after = ''; ; ) {
    const { last, findings } = await read(after);
    const confirmed = findings.length > 0 ? inBoth(findings, (await read(after)).findings) : [];
    yield { players: 0, toBeMended: 0, findings: confirmed };
    if (!last) return;
    after = last.playerId;
  }
}
