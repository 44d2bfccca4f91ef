// The keys of the advisory locks: numbers that nothing else in the database uses. They stand together, so that no two are the same.

export const lockKeys = {
  /** Processes migrate one after the other. */
  migrations: 7_529_361_041,
  /** One process works on the partitions. Other processes skip the work meanwhile. */
  partitions: 7_529_361_042,
  /** Imports move the sequence of sequential ids one after the other. */
  sequence: 7_529_361_043,
  /** Server keys are created and revoked one after the other. */
  serverKeys: 7_529_361_047,
  /**
   * Indexes and labels are declared one after the other. An import holds it shared, so that it makes the entries of every index that is
   * declared when it commits.
   */
  declarations: 7_529_361_048,
  /** People of the console are added one after the other. */
  people: 7_529_361_049,
  /** Webhooks are added, and divided among processes, one after the other. */
  webhooks: 7_529_361_052,
  /** Processes judge the clock one after the other. */
  clock: 7_529_361_053,
} as const;
