// Why a pooler refuses the connections of the pool: they send settings, and the connection for set-up does not.
import { SQL } from 'bun';

/** A parameter or a value that is not taken. What passes by itself, such as a server that is full, is no problem of the settings. */
const refusals = /^(?:08P01|0A|22|26|42)/;

/** @returns a sentence for the operator; undefined for an error that is not about the settings of the connections */
export function poolProblem(error: unknown): string | undefined {
  if (!(error instanceof SQL.PostgresError) || !refusals.test(error.errno ?? '')) return undefined;
  return (
    `the connections of the pool are refused (${error.message}); behind PgBouncer set DATABASE_PREPARED_STATEMENTS=false, or name ` +
    'the parameters that it refuses in its ignore_startup_parameters'
  );
}
