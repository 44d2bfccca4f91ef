// Console sessions as rows: the times at which a session ends, the same on both engines.
import { holds } from '../../lib/clock-skew.ts';
import {
  CONSOLE_SESSION_IDLE_SECONDS,
  CONSOLE_SESSION_SECONDS,
  ROLE_CHECK_SECONDS,
  ROLE_MAX_SECONDS,
} from '../../limits.ts';
import { ROLE_CHECK_LEASE_SECONDS } from '../../tuning.ts';
import type { ConsoleSession, PersonsSession } from '../ports/console-sessions.ts';

export interface ConsoleSessionRow {
  readonly digest: string;
  readonly keyDigest: string;
  readonly expiresAt: number;
  readonly lastUsedAt: number;
  readonly confirmedAt: number | null;
}

/** In milliseconds, for statements. */
export const sessionMilliseconds = CONSOLE_SESSION_SECONDS * 1000;
export const idleMilliseconds = CONSOLE_SESSION_IDLE_SECONDS * 1000;
export const checkMilliseconds = ROLE_CHECK_SECONDS * 1000;
export const leaseMilliseconds = ROLE_CHECK_LEASE_SECONDS * 1000;

/** A session whose role cannot be confirmed again is short. */
export const lifetimeOf = (ofPerson: PersonsSession | undefined): number =>
  ofPerson === undefined || ofPerson.isConfirmed ? sessionMilliseconds : ROLE_MAX_SECONDS * 1000;

export const toConsoleSession = (row: ConsoleSessionRow, now: number): ConsoleSession => ({
  digest: row.digest,
  keyDigest: row.keyDigest,
  lastUsedAt: row.lastUsedAt,
  confirmedAt: row.confirmedAt,
  // One that was begun under a clock that was set back has ended.
  endsAt: holds(row.expiresAt, now, sessionMilliseconds)
    ? Math.min(row.expiresAt, Math.min(row.lastUsedAt, now) + idleMilliseconds)
    : Math.min(row.expiresAt, now),
  now,
});
