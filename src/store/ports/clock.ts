// The port for the judgement of the clock by which the database's times are written. It is the database's: processes share it.
import type { ClockRecord } from '../../lib/clock-skew.ts';

export interface ClockStore {
  /**
   * Judges the clock, and stores what is certain. While it is in doubt nothing is deleted for its age.
   * @param ran milliseconds that this process has run since it judged last; 0 at its start
   */
  judge(ran: number): Promise<ClockRecord>;
}
