// `playkeep events tail`: prints events as they come, one a line, beside a running service or without one.
import { InvalidArgumentError } from 'commander';
import { createEventNotices } from '../events/notices.ts';
import { eventLine } from '../events/replies.ts';
import { systemClock } from '../lib/clock.ts';
import { parseEventId } from '../lib/ids.ts';
import { createCommandLog } from '../lib/log.ts';
import { isReaderGone } from '../lib/output.ts';
import { visible } from '../lib/visible.ts';
import { EVENTS_PAGE_MAX_ROWS } from '../limits.ts';
import { type EventStore, type EventType, eventTypes } from '../store/ports/events.ts';
import type { AddCommand, CommandContext } from './command.ts';
import { parseTypes } from './event-types.ts';
import { withoutEvents } from './read-config.ts';
import { watchSignals } from './signals.ts';
import { withStore } from './with-store.ts';

interface TailOptions {
  readonly after?: number | 'oldest' | 'now';
  readonly types?: readonly EventType[];
  readonly once?: boolean;
}

export const addEvents: AddCommand = (program, context) => {
  const events = program.command('events').description('read the events of the feed');
  events
    .command('tail')
    .description('print events as they come, a JSON object a line, until a signal ends it')
    .option(
      '--after <event-id>',
      'begin behind this event, or with the oldest that is kept; with those to come unless given',
      parseAfter,
    )
    .option('--types <types>', `these alone, with commas between them: ${eventTypes.join(', ')}`, parseTypes)
    .option('--once', 'end where no further event is there')
    .action((options: TailOptions) =>
      withStore(context, ({ events: store }) => tail(store, options, context), withoutEvents),
    );
};

function parseAfter(text: string): number | 'oldest' {
  if (text === 'oldest') return text;
  const eventId = parseEventId(text);
  if (eventId !== undefined) return eventId;
  throw new InvalidArgumentError('It must be the eventId of an event, or oldest.');
}

async function tail(
  store: EventStore,
  { after = 'now', types, once = false }: TailOptions,
  context: CommandContext,
): Promise<void> {
  const notices = createEventNotices(store, systemClock);
  const stopping = new AbortController();
  const watch = new AbortController();
  void watchSignals(createCommandLog(), context, { until: watch.signal }).then(() => stopping.abort());
  let place = await startOf(store, after);
  try {
    while (!stopping.signal.aborted) {
      const page = await store.page(place, { ...(types && { types }), limit: EVENTS_PAGE_MAX_ROWS });
      if (page === 'ahead') throw new Error(`no event has had the id ${place} yet`);
      if ('oldestEventId' in page)
        throw new Error(
          `the events behind ${place} are not kept any more; the oldest is ${page.oldestEventId}, and --after oldest begins with it`,
        );
      for (const event of page.events) await context.output.write(`${visible(eventLine(event))}\n`);
      const isAtEnd = page.events.length === 0 && page.lastEventId === (place ?? null);
      place = page.lastEventId ?? undefined;
      if (!isAtEnd) continue;
      if (once) return;
      await notices.wait(page.lastEventId, stopping.signal);
    }
  } catch (error) {
    // Its reader has heard enough.
    if (!isReaderGone(error)) throw error;
  } finally {
    watch.abort();
    notices.drain();
  }
}

/** Undefined for the oldest. */
async function startOf(store: EventStore, after: number | 'oldest' | 'now'): Promise<number | undefined> {
  if (after === 'oldest') return undefined;
  return after === 'now' ? ((await store.newest()) ?? undefined) : after;
}
