// The errors of Citus about a worker that died, which have the SQLSTATE of a bug (XX000). Others have one of class 08.

const messages = [
  /^failure on connection marked as essential: /,
  // The outcome is unknown.
  /^could not commit transaction for shard \d+ on at least one active node/,
  /^failed to execute task \d+/,
];

/** True for the message of an error that a worker's death explains. */
export const isWorkerFault = (message: string): boolean => messages.some((pattern) => pattern.test(message));
