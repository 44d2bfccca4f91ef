// The settings of PostgreSQL's planner on each connection: those of one server, and those of Citus. The lock order of batches
// depends on those of one server.

/**
 * Makes every statement look rows up by key in the order of its input, even when the statistics of a growing table are stale. So
 * rows are locked in key order, and batches do not deadlock. Each statement is planned once per connection: PostgreSQL would plan
 * a statement of less than ten keys each time, which takes longer than running it.
 */
export const plannerSettings = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
} as const;

/** On Citus a plan for all parameters would be one for all shards. Workers plan the statements of their shards by themselves. */
export const distributedSettings = { plan_cache_mode: 'force_custom_plan' } as const;
