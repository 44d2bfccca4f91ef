// Events as answers have them: in a page, and in a stream (text/event-stream of the HTML standard).
import { ApiError } from '../errors/errors.ts';
import { okText, type Reply } from '../http/reply.ts';
import { toTimestamp } from '../lib/clock.ts';
import { formatEventId } from '../lib/ids.ts';
import type { EventPage, EventsElsewhere, StoredEvent } from '../store/ports/events.ts';

/** An event as JSON text. Its data is sent as the store has it. */
export const eventText = ({ eventId, type, at, sequentialId, data }: StoredEvent): string =>
  `{"eventId":"${formatEventId(eventId)}","type":"${type}","at":"${toTimestamp(at)}","sequentialId":${sequentialId},"data":${data}}`;

const idText = (eventId: number | null): string =>
  eventId === null ? 'null' : `"${formatEventId(eventId)}"`;

export const pageReply = ({ events, lastEventId }: EventPage): Reply =>
  okText(`{"events":[${events.map(eventText).join(',')}],"lastEventId":${idText(lastEventId)}}`);

/** The error for an id of which no page can follow. */
export function elsewhereError(elsewhere: EventsElsewhere): ApiError {
  if (elsewhere === 'ahead')
    return new ApiError('invalidRequest', {
      detail: 'no event has had this id yet; it may be of another database, or of one before a restore',
    });
  return new ApiError('gone', {
    detail: 'the next events are not kept any more; begin again without after',
    data: `{"oldestEventId":"${formatEventId(elsewhere.oldestEventId)}"}`,
  });
}

/** The same in one line: white space between the parts of a context may be line breaks. */
export const eventLine = (event: StoredEvent): string => eventText(event).replaceAll(/[\r\n]+/g, ' ');

/** An event of a stream, in which a line ends its field. */
export const streamedEvent = (event: StoredEvent): string =>
  `id: ${formatEventId(event.eventId)}\nevent: ${event.type}\ndata: ${eventLine(event)}\n\n`;

/** Moves the place where a caller goes on, without an event. */
export const streamedPlace = (lastEventId: number): string => `id: ${formatEventId(lastEventId)}\n\n`;
