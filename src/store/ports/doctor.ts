// The port for the doctor: a check of all stored rows against the rules between them. It reads only, in small steps, beside a
// running service or without one.

/** Something that is wrong. It never quotes metadata, a context or a reason. */
export interface Finding {
  readonly table: string;
  /** Null for a finding about no player. */
  readonly sequentialId: number | null;
  readonly problem: string;
}

/** The result of one step. */
export interface DoctorStep {
  readonly players: number;
  /** Players whose index entries a background job will make anew. That is no finding. */
  readonly toBeMended: number;
  readonly findings: readonly Finding[];
}

export interface Doctor {
  /**
   * Checks every row. Each finding was seen twice, as of two moments.
   * @param auditDays how long entries of the audit are kept.
   */
  examine(auditDays: number): AsyncIterable<DoctorStep>;
  close(): Promise<void>;
}
