// The source `playfab`: master player exports, and answers of the Admin and Server API, from a folder, from zips or from one file.
import { z } from 'zod';
import { ownText } from '../../lib/own-text.ts';
import { readJsonFile } from '../files/json-file.ts';
import { readSettings } from '../files/read-settings.ts';
import { openSourceFiles, type SourceFile, type SourceFiles } from '../files/source-files.ts';
import { openStaged } from '../files/staged-source.ts';
import type { Staging } from '../files/staging.ts';
import { jsonObjects } from '../jsonl/objects.ts';
import type { ImportMap } from '../map.ts';
import { asObject, textIn } from '../service-json.ts';
import { SourceUnreadable } from '../source.ts';
import type { SourceKind } from '../source-kind.ts';
import { createTextValues, textForms } from '../text-values.ts';
import {
  type AnswerTarget,
  addAnswer,
  answerOfLine,
  answersIn,
  playersNamedBy,
  playersNamedIn,
  requestOfName,
} from './answers.ts';
import { readMaster } from './master.ts';
import { type Space, spaces } from './records.ts';

/**
 * The data of players as it is. Internal data is left out, since a document has no part that its player may not read, and so is what
 * belongs to features that Playkeep does not have.
 */
const plainMap: ImportMap = {
  player: ['{playfab}'],
  values: [
    ...Object.values(spaces).map((space: Space) => {
      const from = `/${space.name}/{key}`;
      return space.read === 'server' ? ({ from, leaveOut: true } as const) : { from, to: from };
    }),
    ...['objects', 'publisherObjects'].map((name) => ({ from: `/${name}/{key}`, to: `/${name}/{key}` })),
    { from: '/profile/{name}', leaveOut: true },
    { from: '/statistics/{name}', leaveOut: true },
    { from: '/virtualCurrency/{code}', leaveOut: true },
    { from: '/inventory', leaveOut: true },
  ],
};

const settingsShape = z.strictObject({
  json: textForms,
  /** The id of the title whose data is taken from master player exports. */
  title: z.string().min(1).optional(),
});

/** Files and events of players, which have no place. */
const isPassed = (path: string): boolean => /(?:^|\/)(?:CustomFiles|TitlePlayerEvents)\//.test(path);

export const playfab: SourceKind = {
  name: 'playfab',
  about: 'master player exports of PlayFab and answers of its Admin API: a folder, zips or a file',
  // Data are private unless their writer says Public.
  defaultRead: 'owner',
  plainMap,
  async open({ from, settings }) {
    const { json, title } = readSettings(settingsShape, settings);
    if (from === undefined) throw new SourceUnreadable('name the folder, the zip or the file of PlayFab');
    const files = await openSourceFiles(from, { isPassed });
    return openStaged({ keyKind: 'playfab' }, (staging) => addFiles(from, files, staging, { json, title }));
  },
};

/** Names of members without a place that a report has. */
const PASSED_NAMES = 20;

/** @returns notes for the report */
async function addFiles(
  from: string,
  files: SourceFiles,
  staging: Staging,
  { json, title }: z.output<typeof settingsShape>,
): Promise<readonly string[]> {
  const texts = createTextValues(json);
  const passed = new Set<string>();
  let masters = 0;
  let withoutTitle = 0;

  function addMaster(text: string, { name: at }: SourceFile): void {
    masters += 1;
    const master = readMaster(text, title, texts);
    if (title !== undefined && !master.hasTitle) withoutTitle += 1;
    for (const name of master.passed) if (passed.size < PASSED_NAMES) passed.add(ownText(name));
    const { player, problem, account, values } = master;
    if (problem !== undefined)
      staging.refuse(
        { at, reason: problem },
        player === undefined ? { candidates: candidatesIn(at, text) } : { key: player },
      );
    else if (player !== undefined) staging.addPlayer(player, { at, ...account, values: values ?? [] });
  }

  let read = 0;
  for await (const file of files.read()) {
    read += 1;
    await addFile(file, { staging, texts, addMaster });
  }
  if (read === 0) throw new SourceUnreadable(`${from}: has no file of PlayFab`);
  const notes = [
    texts.note(),
    masters > 0
      ? 'a master player export tells read-only and internal data from the rest only where its records say it; answers of data requests always do'
      : undefined,
    withoutTitle > 0
      ? `${withoutTitle} of ${masters} master player exports have no data of the title ${title}`
      : undefined,
    passed.size > 0
      ? `these members of master player exports have no place: ${[...passed].join(', ')}`
      : undefined,
  ];
  return notes.filter((note) => note !== undefined);
}

interface FileTarget extends AnswerTarget {
  addMaster(text: string, file: SourceFile): void;
}

/** @param at the file, and the zip that it is in */
const candidatesIn = (at: string, text = ''): readonly string[] => [
  ...playersNamedBy(at),
  ...playersNamedIn(text),
];

async function addFile(file: SourceFile, target: FileTarget): Promise<void> {
  const { path, name: at } = file;
  if (/\.jsonl$/i.test(path)) await addLines(file, target);
  else if (/\.json$/i.test(path)) {
    const part = await readJsonFile(file);
    const problem = 'problem' in part ? part.problem : addJson(part.text, file, target);
    const candidates = () => candidatesIn(at, 'problem' in part ? part.opening : part.text);
    if (problem !== undefined) target.staging.refuse({ at, reason: problem }, { candidates: candidates() });
  } else if (!/\.tsv$/i.test(path))
    target.staging.refuse({ at, reason: 'is no JSON file of PlayFab' }, { candidates: candidatesIn(at) });
}

/** @returns the reason of a refusal */
function addJson(text: string, file: SourceFile, target: FileTarget): string | undefined {
  const { path, name: at } = file;
  const request = requestOfName(path);
  if (request !== undefined) {
    const candidates = playersNamedBy(at);
    const answers = answersIn(text);
    if ('problem' in answers) return answers.problem;
    for (const [index, answer] of answers.entries()) {
      const place = text.startsWith('[') ? `${at} element ${index + 1}` : at;
      addAnswer({ at: place, request, player: undefined, candidates, text: answer }, target);
    }
    return undefined;
  }
  const isNamed = /(?:^|\/)master_player_export\.json$/.test(path);
  if (!isNamed && textIn(asObject(text), 'Titles') === undefined)
    return 'is no master player export, and its name has no request such as GetUserData';
  target.addMaster(text, file);
  return undefined;
}

async function addLines(file: SourceFile, target: AnswerTarget): Promise<void> {
  for await (const line of jsonObjects(file)) {
    if ('reason' in line) {
      target.staging.refuse(line, { candidates: playersNamedIn(line.opening) });
      continue;
    }
    const answer = answerOfLine(line.text, line.at);
    if ('reason' in answer)
      target.staging.refuse(
        { at: line.at, reason: answer.reason },
        { key: answer.player, candidates: playersNamedIn(line.text) },
      );
    else addAnswer(answer, target);
  }
}
