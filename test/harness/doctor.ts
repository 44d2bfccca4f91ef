// The doctor on a test's database, and its findings as lines.
import { openDoctor } from '../../src/app.ts';
import type { Environment } from '../../src/config/settings.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import { testConfig } from './service.ts';

/** @returns the findings as `table player: problem`, in order; 0 for no player */
export async function examine(environment: Environment, clock: Clock) {
  const config = testConfig(environment);
  const log = createLog({ level: 'silent', production: true });
  const doctor = await openDoctor(config, { clock, log });
  const sums = { players: 0, toBeMended: 0, findings: [] as string[] };
  try {
    for await (const step of doctor.examine(config.auditDays)) {
      sums.players += step.players;
      sums.toBeMended += step.toBeMended;
      sums.findings.push(
        ...step.findings.map(
          ({ table, sequentialId, problem }) => `${table} ${sequentialId ?? 0}: ${problem}`,
        ),
      );
    }
  } finally {
    await doctor.close();
  }
  return sums;
}
