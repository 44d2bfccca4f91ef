// The account export of Nakama's console: one JSON object with everything of a user.
import { createFinder } from '../../lib/json-find.ts';
import { IMPORT_PLAYER_MAX_IDS, IMPORT_PLAYER_MAX_VALUES } from '../../limits.ts';
import { itemsOf } from '../files/json-members.ts';
import { readTime } from '../files/times.ts';
import type { SourcePlayer } from '../source.ts';
import { idColumns, profileColumns, valueColumns } from './columns.ts';
import { toPlayer } from './player.ts';
import type { ObjectRow, UserRow } from './statements.ts';
import { type BadRow, readObject, stringOf } from './storage-object.ts';

/** Members of `account`. The others of a user are members of its `user`. */
const ofAccount = new Set<string>(['email', 'custom_id', 'wallet', 'disable_time']);
const names = [
  ...new Set([
    ...['id', 'create_time', 'disable_time'],
    ...[...Object.keys(idColumns), ...Object.keys(profileColumns), ...valueColumns],
  ]),
];
const ofJson = new Set<string>(valueColumns);
const find = createFinder([
  ['objects'],
  ['account', 'devices'],
  ...names.map((name) => ['account', ...(ofAccount.has(name) ? [] : ['user']), name]),
]);
const findDeviceId = createFinder([['id']]);

/**
 * @param text an object
 * @returns the reason where it is no account export, or a part of it is bad. With the user that player alone is refused
 */
export function readAccount(at: string, text: string): SourcePlayer | BadRow {
  const [objects = '[]', devices = '[]', ...texts] = find(text);
  const found = new Map(names.map((name, index) => [name, texts[index] ?? 'null']));
  const strings = new Map(names.map((name) => [name, textOf(name, found.get(name))]));
  const id = strings.get('id') ?? '';
  if (id === '') return { problem: 'is no account export of Nakama: there is no account.user.id' };
  const rows = objectsOf(objects);
  if ('problem' in rows) return rows;
  const deviceIds = devicesOf(devices);
  if ('problem' in deviceIds) return deviceIds;
  const disabledAt = timeOf(found.get('disable_time'));
  if (disabledAt === 'none') return { problem: 'has a disable_time that is no time', user: id };
  const createdAt = timeOf(found.get('create_time'));
  if (createdAt === 'none') return { problem: 'has a create_time that is no time', user: id };
  const user = {
    ...Object.fromEntries(strings),
    id,
    registered_at: createdAt ?? Number.NaN,
    // The epoch means that the user is not disabled.
    is_disabled: (disabledAt ?? 0) !== 0,
  } as UserRow;
  return { ...toPlayer(user, deviceIds, rows), at };
}

/** The wallet and the metadata are JSON, or strings that hold the text of it. */
function textOf(name: string, text: string | undefined): string | null {
  if (text === undefined || text === 'null') return null;
  return stringOf(text) ?? (ofJson.has(name) ? text : null);
}

/** @returns undefined for no time, and `none` for a text that is no time */
function timeOf(text: string | undefined): number | undefined | 'none' {
  if (text === undefined || text === 'null') return undefined;
  const time = readTime(stringOf(text) ?? '', 'iso');
  return typeof time === 'number' ? time : 'none';
}

function objectsOf(text: string): readonly ObjectRow[] | { readonly problem: string } {
  const items = itemsOf(text, IMPORT_PLAYER_MAX_VALUES);
  if ('problem' in items) return { problem: `its objects: ${items.problem}` };
  const rows: ObjectRow[] = [];
  for (const [index, item] of items.entries()) {
    const row = readObject(item);
    if ('problem' in row) return { problem: `its object ${index + 1} ${row.problem}` };
    rows.push(row);
  }
  return rows;
}

function devicesOf(text: string): readonly { readonly id: string }[] | { readonly problem: string } {
  const items = itemsOf(text, IMPORT_PLAYER_MAX_IDS);
  if ('problem' in items) return { problem: `its devices: ${items.problem}` };
  const ids = items.map((item) => (item.startsWith('{') ? stringOf(findDeviceId(item)[0]) : undefined));
  const bad = ids.indexOf(undefined);
  if (bad >= 0) return { problem: `its device ${bad + 1} has no id` };
  return ids.map((id = '') => ({ id }));
}
