// People of the console as rows, the same on both engines.
import { CONSOLE_PEOPLE_DAYS } from '../../limits.ts';
import type { Person } from '../ports/people.ts';
import { parseScopes } from './server-keys.ts';

export interface PersonRow {
  readonly personId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly mail: string | null;
  readonly scopes: string;
  readonly createdAt: number;
  readonly confirmedAt: number;
  readonly roleGoneAt: number | null;
}

/** In milliseconds, for statements. */
export const keptMilliseconds = CONSOLE_PEOPLE_DAYS * 24 * 3_600 * 1_000;

export const toPerson = (row: PersonRow): Person => ({
  personId: row.personId,
  issuer: row.issuer,
  subject: row.subject,
  mail: row.mail,
  scopes: parseScopes(row.scopes),
  createdAt: row.createdAt,
  confirmedAt: row.confirmedAt,
  roleGoneAt: row.roleGoneAt,
});
