// Console sessions as rows: the times at which a session ends, the same on both engines.
import { CONSOLE_SESSION_IDLE_SECONDS, CONSOLE_SESSION_SECONDS } from '../../limits.ts';
import type { ConsoleSession } from '../ports/console-sessions.ts';

export interface ConsoleSessionRow {
  readonly digest: string;
  readonly keyDigest: string;
  readonly expiresAt: number;
  readonly lastUsedAt: number;
}

/** In milliseconds, for statements. */
export const sessionMilliseconds = CONSOLE_SESSION_SECONDS * 1000;
export const idleMilliseconds = CONSOLE_SESSION_IDLE_SECONDS * 1000;

export const toConsoleSession = (row: ConsoleSessionRow, now: number): ConsoleSession => ({
  digest: row.digest,
  keyDigest: row.keyDigest,
  lastUsedAt: row.lastUsedAt,
  endsAt: Math.min(row.expiresAt, row.lastUsedAt + idleMilliseconds),
  now,
});
