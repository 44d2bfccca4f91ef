// The active sessions as the server API answers them, and their end. Contexts stay the text that the game sent, so digits stay.
import { api, dataOf, requestText } from '../../api/client.ts';
import type { RowPage } from '../../api/row-page.ts';
import type { components } from '../../api/schema.ts';
import { elementSources } from '../../json/elements.ts';
import { memberSource } from '../../json/member.ts';

type ApiSession = components['schemas']['PlayerSession'];

export type LiveSession = Omit<ApiSession, 'context'> & {
  /** JSON text; undefined where the start brought none. */
  readonly context: string | undefined;
};

const pageSize = 100;

/** The sessions after a cursor, in the order of sequential ids. @throws ApiFailure */
export async function listLiveSessions(
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<RowPage<LiveSession>> {
  const query = new URLSearchParams({ limit: String(pageSize), ...(cursor !== undefined && { cursor }) });
  const { text } = await requestText(`/api/server/sessions?${query}`, { signal });
  return readLiveSessions(text);
}

/** Reads an answer with active sessions. */
export function readLiveSessions(text: string): RowPage<LiveSession> {
  const { data } = JSON.parse(text) as { data: components['schemas']['PlayerSessions'] };
  const sources = elementSources(memberSource(text, ['data', 'sessions']) ?? '[]') ?? [];
  const rows = data.sessions.map((session, index) => {
    const context = memberSource(sources[index] ?? '{}', ['context']);
    return { ...session, context: context === 'null' ? undefined : context };
  });
  return { rows, nextCursor: data.nextCursor };
}

/** @throws ApiFailure */
export const countOnline = async (signal: AbortSignal): Promise<number> =>
  (await dataOf(api.GET('/api/server/sessions/count', { signal }))).online;

/** Ends the active session of a player. @param attempt names the act, so that a repetition ends no later session @throws ApiFailure */
export async function terminateSession(
  sequentialId: number,
  attempt: string,
  signal?: AbortSignal,
): Promise<void> {
  await requestText(`/api/server/players/${sequentialId}/session/terminate`, {
    method: 'POST',
    headers: { 'idempotency-key': attempt },
    signal,
  });
}
