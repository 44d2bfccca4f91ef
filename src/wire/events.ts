// The shapes of events on the wire. named-shapes.ts names them for the OpenAPI document.
import { z } from 'zod';
import { eventTypes } from '../store/ports/events.ts';
import { errorBody } from './errors.ts';
import { timestamp } from './values.ts';

const eventId = z.string().describe('The place of the event in the feed, a unique text.');

export const event = z.strictObject({
  eventId,
  type: z.enum(eventTypes).describe('What happened.'),
  at: timestamp('Time of the change'),
  sequentialId: z.int().min(1).describe('The player.'),
  data: z.looseObject({}).describe('Facts about it, different for each type: see docs/events.md.'),
});

export const eventPage = z.strictObject({
  events: z.array(event).describe('Oldest first.'),
  lastEventId: z
    .string()
    .nullable()
    .describe('Where to go on, also where nothing matched; null only where there never was an event.'),
});

const eventsGone = errorBody.extend({
  data: z.strictObject({ oldestEventId: eventId.describe('The oldest event that is kept.') }),
});

/** The shapes of this file that the API document names, under their names there. */
export const eventsShapes = {
  Event: event,
  EventPage: eventPage,
  EventsGone: eventsGone,
} as const;
