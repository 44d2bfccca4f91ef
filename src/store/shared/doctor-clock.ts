// The check of the doctor on the clock, as a service judged it last.
import { toTimestamp } from '../../lib/clock.ts';
import { doubtLeft } from '../../lib/clock-skew.ts';
import type { Finding } from '../ports/doctor.ts';
import type { DoctorReads } from './doctor-reads.ts';

export async function examineClock(reads: DoctorReads): Promise<readonly Finding[]> {
  const record = await reads.findClockRecord();
  if (!record || record.doubtedAt === null) return [];
  const hours = Math.ceil(doubtLeft(record) / 3_600_000);
  const problem = `the clock jumped from ${toTimestamp(record.certainAt)} to ${toTimestamp(record.doubtedAt)}, so nothing old is deleted until it is corrected or the service has run for ${hours} more hours`;
  return [{ table: 'clock_state', sequentialId: null, problem }];
}
