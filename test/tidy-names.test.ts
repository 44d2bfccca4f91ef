// The house rules about names and comments: mechanisms have the names of the glossary, in the service, the console, the clients and
// the tests, and no sentence begins as a riddle.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deadWords } from './harness/dead-words.ts';

const root = join(import.meta.dir, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const list = (pattern: string): string[] => [...new Bun.Glob(pattern).scanSync(root)].sort();

// The tests of the rules name what they forbid.
const isOfRules = (path: string): boolean => /tidy|dead-words/.test(path);
const files = [
  // A glob of Bun finds nothing where an alternative has a slash.
  ...list('{src,test,bench}/**/*.{ts,mjs}'),
  ...list('examples/browser/**/*.{ts,mjs}'),
  ...list('{console,client,server-client,site}/*.{ts,mjs}'),
  ...list('{console,client,server-client}/src/**/*.{ts,tsx}'),
  ...list('src/**/*.sql'),
  ...list('{sdks,examples,test}/**/*.gd'),
].filter((path) => !isOfRules(path));

const privateNames = new RegExp(
  `\\b(?:${[
    ...['createLane', 'LaneOptions', 'patiently', 'PlayerOrder', 'turnsAway', 'TurnAway', 'mayBeTurnedAway'],
    ...['StoreLoad', 'whileHeld', 'whileGrowing', 'createRoom', 'Unsent', 'createSlots', 'whileInTime'],
    ...['SavedStates', 'Replay', 'replays', 'mayBeTooMany', 'fenced?', 'only_in', 'written_in', 'actAs'],
    ...[
      'lookAs',
      'isAtHand',
      'judgeAnew',
      'Surroundings',
      'createWatched',
      'housekeeping',
      'demand[A-Z]\\w*',
      ...[
        '(?:player|server|[mM]ake|(?:create)?Link|createFront)Door',
        'foldChanges',
        'createFolding',
        'putUpon',
      ],
    ],
  ].join('|')})\\b`,
);

/** The first private name in a text. Words of GDScript's names stand between underscores, so they are also read as one name. */
function privateNameIn(text: string): string | undefined {
  const joined = text.replaceAll(/(?<=[a-z])_(?<next>[a-z])/g, (_match, next: string) => next.toUpperCase());
  return privateNames.exec(text)?.[0] ?? privateNames.exec(joined)?.[0];
}

/** The comments of a script or statement. */
const commentsIn = (text: string): string =>
  (text.match(/(?:^|\s)(?:\/\/|\/?\*{1,2}|##?|--) .*/gm) ?? []).join('\n');

/** The sentences of comments that begin with a question's word and ask nothing. */
const riddlesIn = (comments: string): string[] =>
  [
    ...comments.matchAll(
      /(?:(?:\/\/|\/?\*{1,2}|##?|--) |[.;] )(?<sentence>(?:What|Whoever|Who|Whose|Of two that)\b[^.:;?]*[.:;?]?)/g,
    ),
  ]
    .map(({ groups }) => groups?.sentence ?? '')
    .filter((sentence) => !/[?:]$/.test(sentence));

describe('names', () => {
  test('the rules find names of both spellings, and words of comments', () => {
    const folders = ['src', 'test', 'bench', 'client/src/save', 'console/src', 'sdks/godot/addons'];
    for (const folder of [...folders, 'examples/browser', 'examples/godot'])
      expect([folder, files.some((path) => path.startsWith(`${folder}/`))]).toEqual([folder, true]);
    expect(privateNameIn('const queue = createLane();')).toBe('createLane');
    expect(privateNameIn('var queue := create_lane()')).toBe('createLane');
    expect(privateNameIn('func turns_away() -> bool:')).toBe('turnsAway');
    expect(privateNameIn('const shared = turnsAwayFrom(create);')).toBeUndefined();
    const comments = ['// a lane', '\t## A lane.', ' * a lane', '-- A lane.', 'const x = 1; // a lane'];
    for (const comment of comments) expect(commentsIn(comment).match(deadWords)).toEqual(['lane']);
    expect(commentsIn('const slots = 1;')).toBe('');
    const riddles = ['// What waits stays.', '/** What an act did. */', ' * A rule. Who plays may save.'];
    for (const riddle of riddles) expect(riddlesIn(commentsIn(riddle))).toHaveLength(1);
    expect(riddlesIn('// What waits? A call waits, and whoever made it.')).toEqual([]);
  });

  test('of mechanisms are those of the glossary, and no private name comes back', () => {
    const lost = files.flatMap((path) => {
      const name = privateNameIn(read(path));
      return name === undefined ? [] : [`${path}: ${name}`];
    });
    expect(lost).toEqual([]);
  });

  test('in comments are those of the glossary too', () => {
    const lost = files.flatMap((path) => {
      const words = commentsIn(read(path)).match(deadWords) ?? [];
      return words.map((word) => `${path}: ${word}`);
    });
    expect(lost).toEqual([]);
  });

  test('no sentence of a comment begins with what or who, unless it asks', () => {
    const lost = files.flatMap((path) => riddlesIn(commentsIn(read(path))).map((line) => `${path}: ${line}`));
    expect(lost).toEqual([]);
  });
});
