// The sessions of a player as the server API answers them. Contexts stay the text that the player sent, so digits stay.
import { requestText } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { components } from '../../api/schema.ts';
import { elementSources } from '../../json/elements.ts';
import { memberSource } from '../../json/member.ts';

type ApiEndedSession = components['schemas']['SessionHistory']['sessions'][number];
export type EndReason = ApiEndedSession['reason'];

/** The JSON text of a context; undefined where the start brought none. */
interface WithContext {
  readonly context: string | undefined;
}

export type EndedSession = Omit<ApiEndedSession, 'context'> & WithContext;
export type ActiveSession = Omit<components['schemas']['PlayerSession'], 'context'> & WithContext;

export interface SessionPage {
  readonly sessions: readonly EndedSession[];
  readonly nextCursor: string | null;
}

const pathOf = (sequentialId: number): string => `/api/server/players/${sequentialId}`;

/** Sessions in a page of the list. */
const pageSize = 100;

/** Ended sessions, newest first. @throws ApiFailure */
export async function listEndedSessions(
  sequentialId: number,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<SessionPage> {
  const query = new URLSearchParams({ limit: String(pageSize), ...(cursor !== undefined && { cursor }) });
  const { text } = await requestText(`${pathOf(sequentialId)}/sessions?${query}`, { signal });
  return readSessionPage(text);
}

/** Reads an answer with ended sessions. */
export function readSessionPage(text: string): SessionPage {
  const { data } = JSON.parse(text) as { data: components['schemas']['SessionHistory'] };
  const sources = elementSources(memberSource(text, ['data', 'sessions']) ?? '[]') ?? [];
  const sessions = data.sessions.map((session, index) => ({
    ...session,
    context: contextOf(sources[index] ?? '{}'),
  }));
  return { sessions, nextCursor: data.nextCursor };
}

/** @returns undefined when no session is active @throws ApiFailure */
export async function findActiveSession(
  sequentialId: number,
  signal: AbortSignal,
): Promise<ActiveSession | undefined> {
  try {
    const { text } = await requestText(`${pathOf(sequentialId)}/session`, { signal });
    const { data } = JSON.parse(text) as { data: components['schemas']['PlayerSession'] };
    return { ...data, context: contextOf(memberSource(text, ['data']) ?? '{}') };
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 400) return undefined;
    throw error;
  }
}

function contextOf(session: string): string | undefined {
  const source = memberSource(session, ['context']);
  return source === 'null' ? undefined : source;
}

/** Ends the active session. @param attempt names the act, so that a repetition ends no other session @throws ApiFailure */
export async function terminateSession(
  sequentialId: number,
  attempt: string,
): Promise<components['schemas']['TerminatedSession']> {
  const { text } = await requestText(`${pathOf(sequentialId)}/session/terminate`, {
    method: 'POST',
    headers: { 'idempotency-key': attempt },
  });
  return (JSON.parse(text) as { data: components['schemas']['TerminatedSession'] }).data;
}
