// One user of Nakama as a player of an import.
import type { SourcePlayer, SourceReader, SourceValue, SourceWriter } from '../source.ts';
import { idColumns, profileColumns, valueColumns } from './columns.ts';
import type { DeviceRow, ObjectRow, UserRow } from './statements.ts';

const entriesOf = <T extends object>(columns: T) =>
  Object.entries(columns) as [keyof T, T[keyof T] & string][];
const idEntries = entriesOf(idColumns);
const profileEntries = entriesOf(profileColumns);

/** The place of a user in the report. */
export const placeOf = (id: string): string => `users ${id}`;

/** A permission that Nakama does not know is read as the strictest. */
export const readerOf = (permission: number): SourceReader =>
  permission === 2 ? 'any' : permission === 1 ? 'owner' : 'server';
export const writerOf = (permission: number): SourceWriter => (permission === 1 ? 'owner' : 'server');

export function toPlayer(
  user: UserRow,
  devices: readonly Pick<DeviceRow, 'id'>[],
  objects: readonly Omit<ObjectRow, 'user_id'>[],
): SourcePlayer {
  return {
    at: placeOf(user.id),
    ids: idsOf(user, devices),
    values: [...objects.map(toValue), ...valuesOf(user), ...profileOf(user)],
    // A time may be infinite, which is none.
    ...(Number.isFinite(user.registered_at) && { registeredAt: user.registered_at }),
    isSuspended: user.is_disabled,
  };
}

function idsOf(user: UserRow, devices: readonly Pick<DeviceRow, 'id'>[]): Record<string, readonly string[]> {
  const ids: Record<string, readonly string[]> = { user: [user.id] };
  for (const [column, kind] of idEntries) {
    const id = user[column];
    if (id) ids[kind] = [id];
  }
  if (devices.length > 0) ids.device = devices.map(({ id }) => id);
  return ids;
}

export const toValue = ({
  collection,
  key,
  value,
  read,
  write,
}: Omit<ObjectRow, 'user_id'>): SourceValue => ({
  path: ['storage', collection, key],
  text: value,
  read: readerOf(read),
  write: writerOf(write),
});

/** The wallet is for its owner's eyes, and the metadata come with every account that somebody asks for. The server alone writes both. */
const valuesOf = (user: UserRow): SourceValue[] =>
  valueColumns.flatMap((name) => {
    const text = user[name];
    if (text === null) return [];
    return [{ path: [name], text, read: name === 'wallet' ? 'owner' : 'any', write: 'server' } as const];
  });

/** Texts that everybody reads and the player writes. */
const profileOf = (user: UserRow): SourceValue[] =>
  profileEntries.flatMap(([column, name]) => {
    const text = user[column];
    if (!text) return [];
    return [{ path: ['profile', name], text: JSON.stringify(text), read: 'any', write: 'owner' } as const];
  });
