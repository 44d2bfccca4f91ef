// The account of a player: the ids that name the same person elsewhere, the day of its creation, and whether it is banned.
import { parseTimestamp } from '../../lib/clock.ts';
import type { JsonObject } from '../../lib/json-values.ts';
import { readBoolean } from '../csv/cells.ts';
import { asItems, asObject, asString, objectIn, stringIn, textIn } from '../service-json.ts';
import type { SourceValue } from '../source.ts';

/** Kinds of ids: the object of an account (UserAccountInfo of the Admin API) and its member. */
const linked: readonly (readonly [kind: string, object: string, member: string])[] = [
  ['custom', 'CustomIdInfo', 'CustomId'],
  ['serverCustom', 'ServerCustomIdInfo', 'CustomId'],
  ['steam', 'SteamInfo', 'SteamId'],
  ['google', 'GoogleInfo', 'GoogleId'],
  ['googlePlayGames', 'GooglePlayGamesInfo', 'GooglePlayGamesPlayerId'],
  ['apple', 'AppleAccountInfo', 'AppleSubjectId'],
  ['gameCenter', 'GameCenterInfo', 'GameCenterId'],
  ['facebook', 'FacebookInfo', 'FacebookId'],
  ['facebookInstantGames', 'FacebookInstantGamesIdInfo', 'FacebookInstantGamesId'],
  ['psn', 'PsnInfo', 'PsnAccountId'],
  ['xbox', 'XboxInfo', 'XboxUserId'],
  ['nintendo', 'NintendoSwitchAccountInfo', 'NintendoSwitchAccountSubjectId'],
  ['nintendoDevice', 'NintendoSwitchDeviceIdInfo', 'NintendoSwitchDeviceId'],
  ['android', 'AndroidDeviceInfo', 'AndroidDeviceId'],
  ['ios', 'IosDeviceInfo', 'IosDeviceId'],
  ['kongregate', 'KongregateInfo', 'KongregateId'],
  ['twitch', 'TwitchInfo', 'TwitchId'],
  ['battleNet', 'BattleNetAccountInfo', 'BattleNetAccountId'],
];

/** Platforms of a profile's list of linked accounts (LoginIdentityProvider), by the kind of their id. */
const platforms: Readonly<Record<string, string>> = {
  Custom: 'custom',
  CustomServer: 'serverCustom',
  Steam: 'steam',
  Google: 'google',
  GooglePlay: 'google',
  GooglePlayGames: 'googlePlayGames',
  Apple: 'apple',
  GameCenter: 'gameCenter',
  Facebook: 'facebook',
  FacebookInstantGames: 'facebookInstantGames',
  PSN: 'psn',
  XBoxLive: 'xbox',
  NintendoSwitchAccount: 'nintendo',
  NintendoSwitch: 'nintendoDevice',
  AndroidDevice: 'android',
  IOSDevice: 'ios',
  Kongregate: 'kongregate',
  Twitch: 'twitch',
  BattleNet: 'battleNet',
};

export interface Account {
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly registeredAt?: number;
  readonly isSuspended?: boolean;
}

/** @returns the reason of a refusal for a time of creation, or a ban, that cannot be read */
export function readAccount(account: JsonObject): Account | { readonly problem: string } {
  const ids: Record<string, string[]> = {};
  const add = (kind: string, id: string | undefined): void => {
    if (id === undefined || id === '') return;
    ids[kind] ??= [];
    ids[kind].push(id);
  };
  for (const [kind, object, member] of linked) add(kind, stringIn(objectIn(account, object), member));
  for (const item of asItems(textIn(account, 'OpenIdInfo')) ?? [])
    add('openId', stringIn(asObject(item), 'Subject'));
  for (const item of asItems(textIn(account, 'LinkedAccounts')) ?? []) {
    const platform = stringIn(asObject(item), 'Platform') ?? '';
    if (Object.hasOwn(platforms, platform))
      add(platforms[platform] ?? '', stringIn(asObject(item), 'PlatformUserId'));
  }
  add('username', stringIn(account, 'Username'));
  const title = objectIn(account, 'TitleInfo');
  add('titlePlayer', stringIn(objectIn(title, 'TitlePlayerAccount'), 'Id'));
  const created = stringIn(title, 'Created') ?? stringIn(account, 'Created');
  const registeredAt = created === undefined ? undefined : parseTimestamp(created);
  if (created !== undefined && registeredAt === undefined)
    return { problem: 'has a time of creation that is none' };
  const banned = textIn(title, 'isBanned') ?? textIn(account, 'isBanned');
  const isSuspended = banned === undefined ? undefined : readBoolean(asString(banned) ?? banned);
  if (banned !== undefined && isSuspended === undefined)
    return { problem: 'has an isBanned that is neither true nor false' };
  return {
    ids,
    ...(registeredAt !== undefined && { registeredAt }),
    ...(isSuspended !== undefined && { isSuspended }),
  };
}

/** The names of the profile, as values. @param title the object of the account that is of one title */
export function profileOf(title: JsonObject | undefined): SourceValue[] {
  const names = { displayName: textIn(title, 'DisplayName'), avatarUrl: textIn(title, 'AvatarUrl') };
  return Object.entries(names).flatMap(([name, text]) =>
    text === undefined ? [] : [{ path: ['profile', name], text, read: 'any', write: 'server' } as const],
  );
}
