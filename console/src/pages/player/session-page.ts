// Answers about the sessions of a player. Contexts stay the text that the game sent, so digits stay.
import type { components } from '../../api/schema.ts';
import { elementSources } from '../../json/elements.ts';
import { memberSource } from '../../json/member.ts';

type Schemas = components['schemas'];
type ApiEndedSession = Schemas['SessionHistory']['sessions'][number];

export type EndReason = ApiEndedSession['reason'];

/** The JSON text of a context; undefined where the start brought none. */
interface WithContext {
  readonly context: string | undefined;
}

export type EndedSession = Omit<ApiEndedSession, 'context'> & WithContext;
export type ActiveSession = Omit<Schemas['PlayerSession'], 'context'> & WithContext;
export type TerminatedSession = Schemas['TerminatedSession'];

export interface SessionPage {
  readonly sessions: readonly EndedSession[];
  readonly nextCursor: string | null;
}

/** Reads an answer with ended sessions. */
export function readSessionPage(text: string): SessionPage {
  const { data } = JSON.parse(text) as { data: Schemas['SessionHistory'] };
  const sources = elementSources(memberSource(text, ['data', 'sessions']) ?? '[]') ?? [];
  const sessions = data.sessions.map((session, index) => ({
    ...session,
    context: contextOf(sources[index] ?? '{}'),
  }));
  return { sessions, nextCursor: data.nextCursor };
}

/** Reads an answer with the active session. */
export function readActiveSession(text: string): ActiveSession {
  const { data } = JSON.parse(text) as { data: Schemas['PlayerSession'] };
  return { ...data, context: contextOf(memberSource(text, ['data']) ?? '{}') };
}

function contextOf(session: string): string | undefined {
  const source = memberSource(session, ['context']);
  return source === 'null' ? undefined : source;
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
