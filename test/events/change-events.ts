// Compares the events of a database with the changes that its rows show: every change has exactly one event, and no event is without
// one. Nothing is written meanwhile.
import { expect } from 'bun:test';
import type { Environment } from '../../src/config/settings.ts';
import type { TestEvent } from '../harness/events.ts';
import { type RawDatabase, rawDatabase } from '../harness/raw-database.ts';

const textsOf = async (raw: RawDatabase, column: string, from: string): Promise<readonly string[]> =>
  (await raw.run(`SELECT ${column} AS value ${from}`)).map(({ value }) => String(value)).sort();

/** @param events all events of the database, of a time in which all were told */
export async function expectOneEventForEachChange(
  events: readonly TestEvent[],
  environment: Environment,
): Promise<void> {
  expect(events.map(({ eventId }) => eventId)).toEqual(events.map((_, index) => index + 1));
  const raw = rawDatabase(environment);
  try {
    const told = (types: readonly string[], textOf: (event: TestEvent) => string) =>
      events
        .filter(({ type }) => types.includes(type))
        .map(textOf)
        .sort();
    const idOf = ({ sequentialId }: TestEvent) => String(sequentialId);
    const sessionOf = ({ data }: TestEvent) => String(data.sessionId);
    const gone = new Set(told(['player.erased'], idOf));
    const here = await textsOf(raw, 'sequential_id', 'FROM metadata');
    expect(told(['player.registered'], idOf)).toEqual([...here, ...gone].sort());
    const versions = await raw.run('SELECT sequential_id, version FROM metadata');
    const changes = ['metadata.changed', 'metadata.lost'];
    const tags = versions.flatMap(({ sequential_id, version }) =>
      Array.from({ length: Number(version) }, (_, index) => `"${sequential_id}-${index + 1}"`),
    );
    const ofThoseHere = events.filter((event) => !gone.has(idOf(event)));
    const toldTags = ofThoseHere.filter(({ type }) => changes.includes(type)).map(({ data }) => data.etag);
    expect(toldTags.toSorted()).toEqual(tags.sort());
    // Of one player the events have the order of the changes.
    for (const id of here) {
      const own = toldTags.filter((tag) => tag.startsWith(`"${id}-`));
      expect(own).toEqual(own.map((_, index) => `"${id}-${index + 1}"`));
    }
    const ended = await textsOf(raw, 'session_id', 'FROM ended_sessions');
    const active = await textsOf(raw, 'session_id', 'FROM active_sessions');
    expect(told(['session.started'], sessionOf)).toEqual([...ended, ...active].sort());
    expect(told(['session.ended'], sessionOf)).toEqual([...ended]);
    expectSessionsInOrder(events);
  } finally {
    await raw.close();
  }
}

/** A session of a player ends before the next one starts. */
function expectSessionsInOrder(events: readonly TestEvent[]): void {
  const active = new Map<number, string>();
  for (const { type, sequentialId, data } of events) {
    if (type === 'session.started') {
      expect([sequentialId, active.get(sequentialId)]).toEqual([sequentialId, undefined]);
      active.set(sequentialId, data.sessionId);
    } else if (type === 'session.ended') {
      expect([sequentialId, active.get(sequentialId)]).toEqual([sequentialId, data.sessionId]);
      active.delete(sequentialId);
    }
  }
}
