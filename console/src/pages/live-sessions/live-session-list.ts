// The list of active sessions as the server API answers it, and their number.
import { type ActiveSession, withContextText } from '../../api/active-session.ts';
import { api, dataOf, requestText } from '../../api/client.ts';
import { type ContextFilter, contextQuery } from '../../api/context-filter.ts';
import type { RowPage } from '../../api/row-page.ts';
import type { components } from '../../api/schema.ts';
import { elementSources } from '../../json/elements.ts';
import { memberSource } from '../../json/member.ts';

export const pageSize = 100;
const path = '/api/server/sessions';

/** The first page without a filter, whose changes the list follows. */
export const firstPagePath = `${path}?limit=${pageSize}`;

/** The sessions after a cursor, in the order of sequential ids. @throws ApiFailure */
export async function listActiveSessions(
  filter: ContextFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<RowPage<ActiveSession>> {
  const query = new URLSearchParams({
    ...{ limit: String(pageSize), ...contextQuery(filter) },
    ...(cursor !== undefined && { cursor }),
  });
  const { text } = await requestText(`${path}?${query}`, { signal });
  const { data } = JSON.parse(text) as { data: components['schemas']['PlayerSessions'] };
  const sources = elementSources(memberSource(text, ['data', 'sessions']) ?? '[]') ?? [];
  const rows = data.sessions.map((session, index) => withContextText(session, sources[index]));
  return { rows, nextCursor: data.nextCursor };
}

/** @throws ApiFailure */
export const countOnline = async (signal: AbortSignal): Promise<number> =>
  (await dataOf(api.GET('/api/server/sessions/count', { signal }))).online;
