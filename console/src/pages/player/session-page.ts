// The ended sessions of a player as the server API answers them.
import { type WithContextText, withContextText } from '../../api/active-session.ts';
import type { components } from '../../api/schema.ts';
import { elementSources } from '../../json/elements.ts';
import { memberSource } from '../../json/member.ts';

type Schemas = components['schemas'];
type ApiEndedSession = Schemas['SessionHistory']['sessions'][number];

export type EndedSession = WithContextText<ApiEndedSession>;

export interface SessionPage {
  readonly sessions: readonly EndedSession[];
  readonly nextCursor: string | null;
}

/** Reads an answer with ended sessions. */
export function readSessionPage(text: string): SessionPage {
  const { data } = JSON.parse(text) as { data: Schemas['SessionHistory'] };
  const sources = elementSources(memberSource(text, ['data', 'sessions']) ?? '[]') ?? [];
  const sessions = data.sessions.map((session, index) => withContextText(session, sources[index]));
  return { sessions, nextCursor: data.nextCursor };
}

/** Both lists, each session once, the newest end first. */
export function mergeSessions(
  before: readonly EndedSession[],
  page: readonly EndedSession[],
): readonly EndedSession[] {
  const known = new Set(before.map(({ sessionId }) => sessionId));
  const added = page.filter(({ sessionId }) => !known.has(sessionId));
  if (added.length === 0) return before;
  const newest = before[0];
  const isNewer = newest !== undefined && (added[0]?.endTime ?? '') > newest.endTime;
  return isNewer ? [...added, ...before] : [...before, ...added];
}
