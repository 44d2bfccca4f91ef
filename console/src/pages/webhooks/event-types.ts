// The types of events in words, by the groups of the setting `EVENTS`.
import {
  type EventGroup,
  type EventType,
  eventGroups,
  eventTypes,
  eventTypesOf,
} from '../../../../src/store/ports/events.ts';
import { useServiceState } from '../../hooks/use-service-state.ts';

export const typeTexts: Readonly<Record<EventType, string>> = {
  'player.registered': 'A player is new.',
  'player.erased': 'A player and their data are gone.',
  'player.suspended': 'A player is suspended.',
  'player.unsuspended': 'A suspension has ended.',
  'session.started': 'A player plays.',
  'session.ended': 'A player stopped, or was silent for too long.',
  'metadata.changed': 'Metadata was written, with the names that changed.',
  'metadata.lost': 'A save dropped most of a player’s metadata.',
};

export const groupTexts: Readonly<Record<EventGroup, string>> = {
  players: 'All about players',
  sessions: 'All about sessions',
  metadata: 'All about metadata',
};

export const typesIn = (group: EventGroup): readonly EventType[] => eventTypesOf[group];

/** The chosen types with some more or without them, in the order of all lists. */
export const withTypes = (
  chosen: readonly EventType[],
  changed: readonly EventType[],
  isChosen: boolean,
): readonly EventType[] =>
  eventTypes.filter((type) => (changed.includes(type) ? isChosen : chosen.includes(type)));

/** The groups that `EVENTS` leaves out; undefined while it is not known, and for a key that may not read it. */
export function useUntoldGroups(): readonly EventGroup[] | undefined {
  const setting = useServiceState().state?.settings.find(({ name }) => name === 'EVENTS');
  if (!setting) return undefined;
  const told = (setting.value ?? '').split(',');
  return eventGroups.filter((group) => !told.includes(group));
}
