// The source `unity`: pages of the Cloud Save Admin API in a folder, as the script of docs/migrating/unity.md downloads them. `players-1.json`
// and the following list the players, and `items/ID/CLASS-1.json` and the following have the items of a player in an access class.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { asUnreadable, openFile } from '../files/input.ts';
import { readSettings } from '../files/read-settings.ts';
import { assertPlain } from '../files/source-files.ts';
import { openStaged } from '../files/staged-source.ts';
import type { Staging } from '../files/staging.ts';
import type { ImportMap } from '../map.ts';
import { asObject, stringIn } from '../service-json.ts';
import { SourceUnreadable } from '../source.ts';
import type { SourceKind } from '../source-kind.ts';
import { readPage } from './page.ts';
import { accessClassNames, BadPages, folderOf, readItems } from './player-items.ts';

/** Private data is left out, since a document has no part that its player may not read. */
const plainMap: ImportMap = {
  player: ['{unity}'],
  values: accessClassNames.map((name) => {
    const from = `/${name}/{key}`;
    return name === 'private' ? ({ from, leaveOut: true } as const) : { from, to: from };
  }),
};

export const unity: SourceKind = {
  name: 'unity',
  about: 'a folder with pages of the Cloud Save Admin API of Unity',
  // The class of a key is default unless the game names another one.
  defaultRead: 'owner',
  plainMap,
  async open({ from, settings }) {
    readSettings(z.strictObject({}), settings);
    if (from === undefined) throw new SourceUnreadable('name the folder with the pages of Unity');
    if (!existsSync(join(from, 'players-1.json')))
      throw asUnreadable(
        from,
        new Error('is no folder with players-1.json, the first page of the list of players'),
      );
    assertPlain(join(from, 'items'));
    return openStaged({ keyKind: 'unity' }, async (staging) => {
      const listed = await addListed(from, staging);
      return [
        'Unity passes numbers as doubles: digits past the 17th, and integers past 9007199254740991, were rounded there before they were exported',
        'the time of registration is that of the oldest item, since Cloud Save has no other',
        ...unlisted(from, listed),
      ];
    });
  },
};

/** Folders of players whom no page lists. */
function unlisted(root: string, listed: number): string[] {
  const folder = join(root, 'items');
  const folders = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')).length : 0;
  return folders > listed
    ? [`items/ has ${folders} folders, and the list names ${listed} players; the others were not read`]
    : [];
}

/** Adds all players of the list with their items. @returns their number */
async function addListed(root: string, staging: Staging): Promise<number> {
  let hasNext = true;
  for (let number = 1; hasNext; number += 1) {
    const name = `players-${number}.json`;
    if (!existsSync(join(root, name)))
      throw new SourceUnreadable(`${join(root, name)}: is missing, and the page before it names a next one`);
    assertPlain(join(root, name));
    const page = await readPage({ ...openFile(join(root, name)), name });
    if ('reason' in page) throw new SourceUnreadable(`${join(root, name)}: ${page.reason}`);
    hasNext = page.hasNext;
    for (const [index, text] of page.results.entries())
      await addPlayer(root, text, `${name} result ${index + 1}`, staging);
  }
  return staging.players;
}

/** Can the id be the name of a folder, escaped as in a URL? Dots are not escaped. */
const isFolderName = (id: string): boolean => id.isWellFormed() && id !== '.' && id !== '..';

async function addPlayer(root: string, text: string, at: string, staging: Staging): Promise<void> {
  const entry = asObject(text);
  const id = stringIn(entry, 'id');
  if (!entry || !id || !isFolderName(id)) {
    staging.refuse({ at, reason: 'names no id of a player' });
    return;
  }
  const before = staging.players;
  staging.addId(id, 'unity', id, at);
  // A list that is read while players come and go may name one on two pages.
  if (staging.players === before) return;
  try {
    const createdAt = await readItems(root, id, entry, (value, valueAt) =>
      staging.addValue(id, value, valueAt),
    );
    staging.addPlayer(id, {
      at: folderOf(id),
      ...(createdAt !== undefined && { registeredAt: createdAt }),
    });
  } catch (error) {
    if (!(error instanceof BadPages)) throw error;
    staging.refuse({ at: error.at, reason: error.reason }, { key: id });
  }
}
