// The source JSON Lines: one object a player, on a line of its own or as an element of one array.
import { formatPointer } from '../../lib/json-pointer.ts';
import { openFile } from '../files/input.ts';
import { looseMembers } from '../files/loose-members.ts';
import { readSettings } from '../files/read-settings.ts';
import { openStaged } from '../files/staged-source.ts';
import type { Staging } from '../files/staging.ts';
import type { ImportMap } from '../map.ts';
import { SourceUnreadable } from '../source.ts';
import type { SourceKind } from '../source-kind.ts';
import { jsonObjects } from './objects.ts';
import { BadObject, createPlayerReader } from './player.ts';
import { type JsonlSettings, jsonlSettings } from './settings.ts';

/** The member `id` is the player, and each other one a value of its name. With `document` in `read` the value is the whole metadata. */
const plainMap: ImportMap = {
  player: ['{id}'],
  values: [
    { from: '', to: '' },
    { from: '/{member}', to: '/{member}' },
  ],
};

export const jsonl: SourceKind = {
  name: 'jsonl',
  about: 'one JSON object a player, each on a line, or in one array',
  plainMap,
  async open({ from, settings }) {
    const read = readSettings(jsonlSettings, settings);
    if (from === undefined) throw new SourceUnreadable('give the file: one JSON object a line, in UTF-8');
    return openStaged({ keyKind: 'id' }, (staging) => load(from, read, staging));
  },
};

async function load(path: string, settings: JsonlSettings, staging: Staging): Promise<readonly string[]> {
  const reader = createPlayerReader(settings);
  const idPointer = formatPointer(settings.id);
  /** Ids in an object that cannot be read as a whole. */
  const candidates = (text: string) => looseMembers(text, (path) => formatPointer(path) === idPointer);
  let objects = 0;
  let openSessions = 0;
  for await (const object of jsonObjects(openFile(path))) {
    objects += 1;
    if ('reason' in object) {
      staging.refuse(object, { candidates: candidates(object.opening) });
      continue;
    }
    try {
      const read = reader.read(object.at, object.text);
      staging.addPlayer(read.key, read.player);
      openSessions += read.openSessions;
    } catch (error) {
      if (!(error instanceof BadObject)) throw error;
      const { key } = error;
      const whose = key === undefined ? { candidates: candidates(object.text) } : { key };
      staging.refuse({ at: object.at, reason: error.message }, whose);
    }
  }
  if (objects === 0) throw new SourceUnreadable(`${path}: holds no object`);
  if (openSessions === 0) return reader.notes();
  return [
    ...reader.notes(),
    `${openSessions} sessions without an end were left out; a session that still runs comes in once it has ended`,
  ];
}
