// The data of a player: keys with a text each, and with whoever may read and write it.

import { IMPORT_PLAYER_MAX_VALUES } from '../../limits.ts';
import { asItems, asObject, asString, membersOf, stringIn, textIn } from '../service-json.ts';
import type { SourceValue } from '../source.ts';
import type { TextValues } from '../text-values.ts';

/** Data of one kind, by the names of paths. */
export interface Space {
  readonly name: string;
  readonly read?: 'server';
  /** Undefined where the source does not tell the kind of data. */
  readonly write?: 'server' | 'owner';
}

/** The kinds of data, by the request that answers them. Keys that players cannot read, they cannot write. */
export const spaces = {
  GetUserData: { name: 'data', write: 'owner' },
  GetUserReadOnlyData: { name: 'readOnlyData', write: 'server' },
  GetUserInternalData: { name: 'internalData', read: 'server', write: 'server' },
  GetUserPublisherData: { name: 'publisherData', write: 'owner' },
  GetUserPublisherReadOnlyData: { name: 'publisherReadOnlyData', write: 'server' },
  GetUserPublisherInternalData: { name: 'publisherInternalData', read: 'server', write: 'server' },
} as const satisfies Record<string, Space>;

export interface Records {
  readonly values: readonly SourceValue[];
  /** The reason of a refusal, without its place. */
  readonly problem?: string;
}

/** @param text of an object whose members are records (UserDataRecord), or texts alone */
export function readRecords(text: string | undefined, space: Space, texts: TextValues): Records {
  if (text === undefined) return { values: [] };
  const object = asObject(text);
  if (!object)
    return { values: [], problem: `is no object of at most ${IMPORT_PLAYER_MAX_VALUES} keys and values` };
  const values: SourceValue[] = [];
  for (const [key, record] of membersOf(object)) {
    const fields = asObject(record);
    const quoted = fields ? textIn(fields, 'Value') : record;
    const value = asString(quoted);
    if (value === undefined)
      return { values: [], problem: `has a key of ${space.name} without a text as its value` };
    const permission = stringIn(fields, 'Permission');
    const isMarked = permission !== undefined || space.write !== undefined;
    const read = space.read ?? (permission === 'Public' ? 'any' : isMarked ? 'owner' : undefined);
    values.push({
      path: [space.name, key],
      text: texts.valueOf(value, quoted),
      ...(read !== undefined && { read }),
      ...(space.write !== undefined && { write: space.write }),
    });
  }
  return { values };
}

/** Statistics (StatisticValue), and balances of virtual currencies, which only a server writes. */
export function readStatistics(text: string | undefined): Records {
  if (text === undefined) return { values: [] };
  const values: SourceValue[] = [];
  for (const item of asItems(text) ?? [undefined]) {
    const name = stringIn(asObject(item), 'StatisticName', 'Name');
    const value = textIn(asObject(item), 'Value');
    if (name === undefined || value === undefined)
      return { values: [], problem: 'has statistics without a name or a value' };
    values.push({ path: ['statistics', name], text: value, write: 'server' });
  }
  return { values };
}

export function readCurrencies(text: string | undefined): Records {
  if (text === undefined) return { values: [] };
  const object = asObject(text);
  if (!object) return { values: [], problem: 'has virtual currencies that are no object of balances' };
  return {
    values: membersOf(object).map(([code, balance]) => ({
      path: ['virtualCurrency', code],
      text: balance,
      write: 'server',
    })),
  };
}

/** A value that is taken as a whole, such as the inventory. */
export const readWhole = (name: string, text: string | undefined): Records => ({
  values: text === undefined ? [] : [{ path: [name], text, write: 'server' }],
});

export const problemIn = (found: readonly Records[]): string | undefined =>
  found.find(({ problem }) => problem !== undefined)?.problem;
