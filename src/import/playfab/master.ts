// A master player export: one JSON object of all that PlayFab has of a player, over all titles of the publisher. Its documentation names the
// places of custom data; other members are read where they have the form of the APIs.
import type { JsonObject } from '../../lib/json-values.ts';
import { asItems, asObject, membersOf, objectIn, stringIn, textIn } from '../service-json.ts';
import type { SourceValue } from '../source.ts';
import type { TextValues } from '../text-values.ts';
import { type Account, profileOf, readAccount } from './account.ts';
import {
  problemIn,
  type Records,
  readCurrencies,
  readRecords,
  readStatistics,
  readWhole,
} from './records.ts';

export interface Master {
  /** The PlayFab id; undefined for a text that names none. */
  readonly player: string | undefined;
  /** The reason of a refusal; undefined for a sound export. */
  readonly problem?: string;
  readonly account?: Account;
  readonly values?: readonly SourceValue[];
  /** Names of members that have no place. */
  readonly passed: readonly string[];
  /** Is there data of a title that was asked for? */
  readonly hasTitle: boolean;
}

/** Members that hold the PlayFab id. */
export const playerNames: readonly string[] = ['PlayFabId', 'MasterPlayerAccountId', 'PlayerId'];

/** Members that are read here, or say nothing of the player. */
const known = new Set([
  ...[...playerNames, 'SchemaVersion', 'Created', 'Username'],
  ...['PublisherData', 'CustomData', 'CustomObjects', 'Statistics', 'PlayerStatistics', 'VirtualCurrency'],
  ...['Inventory', 'Titles', 'TitleId', 'TitlePlayerAccountId', 'LinkedAccounts'],
]);
const isKnown = (name: string): boolean => known.has(name) || /Info$/.test(name);

/** Names of members that have no place. They are PlayFab's, and no player chooses one. */
const passedIn = (objects: readonly JsonObject[]): readonly string[] =>
  objects.flatMap(membersOf).flatMap(([name]) => (!isKnown(name) && /^\w{1,64}$/.test(name) ? [name] : []));

/**
 * @param text of `master_player_export.json`
 * @param title the id of the title whose data is taken; undefined for the only one
 */
export function readMaster(text: string, title: string | undefined, texts: TextValues): Master {
  const whole = asObject(text);
  const player = stringIn(whole, ...playerNames);
  if (!whole || !player)
    return {
      player: undefined,
      problem: 'is no master player export: it names no PlayFab id',
      passed: [],
      hasTitle: false,
    };
  const titles = (asItems(textIn(whole, 'Titles')) ?? []).map(asObject).filter((one) => one !== undefined);
  const passed = passedIn([whole, ...titles]);
  const ids = titles.map((one) => stringIn(one, 'TitleId') ?? '');
  if (title === undefined && titles.length > 1) {
    const problem = `has data of the titles ${ids.join(', ')}; name one by read.title of the map`;
    return { player, problem, passed, hasTitle: false };
  }
  const chosen = title === undefined ? titles[0] : titles[ids.indexOf(title)];
  const facts = { player, passed, hasTitle: chosen !== undefined };
  const account = accountOf(whole, chosen);
  if ('problem' in account) return { ...facts, problem: account.problem };
  const found = [
    readRecords(textIn(whole, 'PublisherData'), { name: 'publisherData' }, texts),
    readObjects('publisherObjects', textIn(whole, 'CustomObjects')),
    readRecords(textIn(chosen, 'CustomData'), { name: 'data' }, texts),
    readObjects('objects', textIn(chosen, 'CustomObjects')),
    readStatistics(textIn(chosen, 'Statistics', 'PlayerStatistics')),
    readCurrencies(textIn(chosen, 'VirtualCurrency')),
    readWhole('inventory', textIn(chosen, 'Inventory')),
  ];
  const problem = problemIn(found);
  if (problem !== undefined) return { ...facts, problem };
  const values = [
    ...found.flatMap((records) => records.values),
    ...profileOf(objectIn(chosen, 'TitleInfo') ?? chosen),
  ];
  return { ...facts, account, values };
}

/** Facts of the account, which stand at the top, in an object of their own, or with the title. */
function accountOf(whole: JsonObject, title: JsonObject | undefined): ReturnType<typeof readAccount> {
  const places = [whole, objectIn(whole, 'AccountInfo', 'UserInfo'), title].filter(
    (one) => one !== undefined,
  );
  const accounts = places.map(readAccount);
  const ids: Record<string, readonly string[]> = {};
  let registeredAt: number | undefined;
  let isSuspended: boolean | undefined;
  for (const account of accounts) {
    if ('problem' in account) return account;
    for (const [kind, texts] of Object.entries(account.ids)) ids[kind] = [...(ids[kind] ?? []), ...texts];
    registeredAt = account.registeredAt ?? registeredAt;
    isSuspended = account.isSuspended ?? isSuspended;
  }
  const titlePlayer = stringIn(title, 'TitlePlayerAccountId');
  if (titlePlayer !== undefined) ids.titlePlayer = [titlePlayer, ...(ids.titlePlayer ?? [])];
  return {
    ids,
    ...(registeredAt !== undefined && { registeredAt }),
    ...(isSuspended !== undefined && { isSuspended }),
  };
}

/** Entity objects, which are JSON already. An answer of the API wraps each: as a value, or as a text. */
function readObjects(name: string, text: string | undefined): Records {
  if (text === undefined) return { values: [] };
  const objects = asObject(text);
  if (!objects) return { values: [], problem: 'has custom objects that are no object' };
  return {
    values: membersOf(objects).map(
      ([key, object]): SourceValue => ({
        path: [name, key],
        text: objectTextOf(object),
      }),
    ),
  };
}

function objectTextOf(text: string): string {
  const wrapped = asObject(text);
  return textIn(wrapped, 'DataObject') ?? stringIn(wrapped, 'EscapedDataObject') ?? text;
}
