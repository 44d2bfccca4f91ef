// Types of events on the command line.
import { InvalidArgumentError } from 'commander';
import { type EventType, eventTypes } from '../store/ports/events.ts';

/** @param text types with commas between them */
export function parseTypes(text: string): readonly EventType[] {
  return text.split(',').map((name) => {
    const type = eventTypes.find((each) => each === name);
    if (type === undefined) throw new InvalidArgumentError(`Types are ${eventTypes.join(', ')}.`);
    return type;
  });
}
