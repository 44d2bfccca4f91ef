// The session that a request requires to be the active one: its header, and the error where it is not.
import { type ApiError, sessionOver } from '../errors/errors.ts';
import { readSessionId } from '../lib/ids.ts';
import type { SessionStore } from '../store/ports/sessions.ts';

/** The session that must be the active one; undefined for any. */
export function readRequiredSession(request: Request): string | undefined {
  const header = request.headers.get('x-session-id');
  return header === null ? undefined : readSessionId(header.trim());
}

/** The error of a request whose required session is not the active one. It tells why that session ended. */
export const sessionNotCurrent = async (
  sessions: Pick<SessionStore, 'findEnd'>,
  sequentialId: number,
  required: string | undefined,
): Promise<ApiError> =>
  sessionOver(
    'sessionNotCurrent',
    required === undefined ? undefined : await sessions.findEnd(sequentialId, required),
  );
