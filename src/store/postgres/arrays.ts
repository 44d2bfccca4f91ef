// Array parameters: one text in PostgreSQL's array syntax for each column of a batch.
import { sql } from 'bun';

export const bigints = (values: readonly number[]) => sql.array([...values], 'BIGINT');
export const texts = (values: readonly (string | null)[]) => sql.array([...values], 'TEXT');
export const uuids = (values: readonly string[]) => sql.array([...values], 'UUID');
