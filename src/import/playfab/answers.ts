// Answers of PlayFab's Admin and Server API to requests for one player. Each holds the PlayFab id of its player. Those of the data requests
// look alike, so the name of the request must come with them.
import type { JsonObject } from '../../lib/json-values.ts';
import { IMPORT_PLAYER_MAX_VALUES } from '../../limits.ts';
import { itemsOf } from '../files/json-members.ts';
import { looseMembers } from '../files/loose-members.ts';
import type { Staging } from '../files/staging.ts';
import { asObject, objectIn, stringIn, textIn } from '../service-json.ts';
import type { TextValues } from '../text-values.ts';
import { profileOf, readAccount } from './account.ts';
import { playerNames } from './master.ts';
import {
  problemIn,
  type Records,
  readCurrencies,
  readRecords,
  readStatistics,
  readWhole,
  spaces,
} from './records.ts';

export interface AnswerTarget {
  readonly staging: Staging;
  readonly texts: TextValues;
}

/** One answer. */
export interface Answer {
  readonly at: string;
  /** The name of the request, such as `GetUserData`. */
  readonly request: string;
  /** The PlayFab id that the request named, where it was kept. */
  readonly player: string | undefined;
  /** Texts beside the answer that may be its player, such as parts of the name of a file. */
  readonly candidates?: readonly string[];
  /** The text of the whole answer. */
  readonly text: string;
}

type Read = (result: JsonObject, texts: TextValues) => readonly Records[];

const readers: Readonly<Record<string, Read>> = {
  ...Object.fromEntries(
    Object.entries(spaces).map(([request, space]): [string, Read] => [
      request,
      (result, texts) => [readRecords(textIn(result, 'Data'), space, texts)],
    ]),
  ),
  GetPlayerStatistics: (result) => [readStatistics(textIn(result, 'Statistics'))],
  GetUserInventory: (result) => [
    readCurrencies(textIn(result, 'VirtualCurrency')),
    readWhole('inventory', textIn(result, 'Inventory')),
  ],
};

/** Requests whose answers are taken. */
export const requests: readonly string[] = [
  ...Object.keys(readers),
  'GetUserAccountInfo',
  'GetPlayerCombinedInfo',
];

/** Adds one answer. A bad one leaves its player out. */
export function addAnswer(answer: Answer, { staging, texts }: AnswerTarget): void {
  const { at } = answer;
  const refuse = (reason: string): void =>
    staging.refuse(
      { at, reason },
      { key: answer.player, candidates: [...(answer.candidates ?? []), ...playersNamedIn(answer.text)] },
    );
  const result = resultOf(answer.text);
  if ('problem' in result) {
    refuse(result.problem);
    return;
  }
  const payload = objectIn(result.object, 'InfoResultPayload');
  const account = objectIn(result.object, 'UserInfo') ?? objectIn(payload, 'AccountInfo');
  const player = stringIn(result.object, 'PlayFabId') ?? stringIn(account, 'PlayFabId') ?? answer.player;
  if (!player || (answer.player !== undefined && answer.player !== player)) {
    refuse(player ? 'is of another player than the one who was asked for' : 'names no PlayFab id');
    return;
  }
  // An answer without a key is a sign of the player as well.
  staging.addId(player, 'playfab', player, at);
  const facts = account && readAccount(account);
  const found = recordsOf(answer.request, result.object, payload, texts);
  const problem = accountProblem(answer.request, facts) ?? problemIn(found);
  if (problem !== undefined) staging.refuse({ at, reason: problem }, { key: player });
  if (account && facts && !('problem' in facts))
    staging.addPlayer(player, { at, ...facts, values: profileOf(objectIn(account, 'TitleInfo')) });
  for (const { values } of found) for (const value of values) staging.addValue(player, value, at);
}

/** The result in an answer. The HTTP API wraps it; the SDKs hand it out bare. */
function resultOf(text: string): { readonly object: JsonObject } | { readonly problem: string } {
  const whole = asObject(text);
  if (!whole) return { problem: 'is no JSON object' };
  const code = textIn(whole, 'code');
  const error = stringIn(whole, 'error');
  if ((code === undefined || code === '200') && error === undefined)
    return { object: objectIn(whole, 'data') ?? whole };
  const name = error !== undefined && /^\w{1,64}$/.test(error) ? error : code;
  return { problem: `is an error of PlayFab: ${name ?? 'without a name'}` };
}

function accountProblem(request: string, facts: ReturnType<typeof readAccount> | undefined) {
  if (!facts) return request === 'GetUserAccountInfo' ? 'has no account' : undefined;
  return 'problem' in facts ? facts.problem : undefined;
}

function recordsOf(
  request: string,
  result: JsonObject,
  payload: JsonObject | undefined,
  texts: TextValues,
): readonly Records[] {
  if (request !== 'GetPlayerCombinedInfo') return readers[request]?.(result, texts) ?? [];
  return [
    readRecords(textIn(payload, 'UserData'), spaces.GetUserData, texts),
    readRecords(textIn(payload, 'UserReadOnlyData'), spaces.GetUserReadOnlyData, texts),
    readStatistics(textIn(payload, 'PlayerStatistics')),
    readCurrencies(textIn(payload, 'UserVirtualCurrency')),
    readWhole('inventory', textIn(payload, 'UserInventory')),
  ];
}

/** Ids in a text that may be no JSON. */
export const playersNamedIn = (text: string): readonly string[] =>
  looseMembers(text, (path) => playerNames.includes(path.at(-1) ?? ''));

/** Parts of the name of a file, such as `8A7F` of `8A7F.GetUserData.json`. */
export const playersNamedBy = (path: string): readonly string[] => path.split(/[^A-Za-z0-9]+/);

/** The request that a file is the answer of, by its name: `GetUserData.json`, or `8A7F.GetUserData.json`. */
export const requestOfName = (path: string): string | undefined =>
  requests.find((request) => new RegExp(`(?:^|[^A-Za-z])${request}(?:[^A-Za-z]|$)`).test(path));

/** One line of a file of answers: the request, the player it named, and the answer. */
export function answerOfLine(
  text: string,
  at: string,
): Answer | { readonly reason: string; readonly player?: string } {
  const line = asObject(text);
  const player = stringIn(line, 'PlayFabId');
  const named = player === undefined ? {} : { player };
  const request = stringIn(line, 'request')?.split('/').at(-1);
  const answer = textIn(line, 'answer');
  if (request === undefined || answer === undefined)
    return { reason: 'has no "request" and "answer"', ...named };
  if (!requests.includes(request)) return { reason: 'is the answer of a request that is not read', ...named };
  return { at, request, player, text: answer };
}

/** The texts of the answers of a file: of one, or of an array of them. @returns the reason where there are too many */
export const answersIn = (text: string): readonly string[] | { readonly problem: string } =>
  text.startsWith('[') ? itemsOf(text, IMPORT_PLAYER_MAX_VALUES) : [text];
