// Requests about the sessions of a player.
import { type ActiveSession, readActiveSession } from '../../api/active-session.ts';
import { requestText } from '../../api/client.ts';
import { type ContextFilter, contextQuery } from '../../api/context-filter.ts';
import { ApiFailure } from '../../api/failure.ts';
import { readSessionPage, type SessionPage } from './session-page.ts';

const pathOf = (sequentialId: number): string => `/api/server/players/${sequentialId}`;

/** Sessions in a page of the list. */
const pageSize = 100;

/** Ended sessions, newest first. @throws ApiFailure */
export async function listEndedSessions(
  sequentialId: number,
  filter: ContextFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<SessionPage> {
  const query = new URLSearchParams({
    ...{ limit: String(pageSize), ...contextQuery(filter) },
    ...(cursor !== undefined && { cursor }),
  });
  const { text } = await requestText(`${pathOf(sequentialId)}/sessions?${query}`, { signal });
  return readSessionPage(text);
}

/** @returns undefined when no session is active @throws ApiFailure */
export async function findActiveSession(
  sequentialId: number,
  signal: AbortSignal,
): Promise<ActiveSession | undefined> {
  try {
    const { text } = await requestText(`${pathOf(sequentialId)}/session`, { signal });
    return readActiveSession(text);
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 400) return undefined;
    throw error;
  }
}
