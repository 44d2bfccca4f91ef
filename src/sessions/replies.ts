// Replies about sessions, the same for players and for servers. A context is stored text, and is sent as it was submitted.
import { okText, type Reply } from '../http/reply.ts';
import { toTimestamp } from '../lib/clock.ts';
import { formatCursor } from './body.ts';
import { durationSeconds, type EndedPage } from './sessions.ts';

/** A page of the history. */
export function historyReply({ sessions, next }: EndedPage): Reply {
  const texts = sessions.map((session) => {
    const about = {
      sessionId: session.sessionId,
      startTime: toTimestamp(session.startedAt),
      endTime: toTimestamp(session.endedAt),
      duration: durationSeconds(session),
      reason: session.reason,
      installationId: session.installationId,
    };
    return withContext(about, session.context);
  });
  return okText(pageText(texts, next && formatCursor(next)));
}

/** A page as JSON text. @param texts the sessions as JSON text. @param nextCursor undefined on the last page. */
export const pageText = (texts: readonly string[], nextCursor: string | undefined): string =>
  `{"sessions":[${texts.join(',')}],"nextCursor":${JSON.stringify(nextCursor ?? null)}}`;

/** An object as JSON text, with the context as its last member. */
export const withContext = (about: object, context: string | null): string =>
  `${JSON.stringify(about).slice(0, -1)},"context":${context}}`;
