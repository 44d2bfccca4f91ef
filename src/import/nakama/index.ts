// The source Nakama: its PostgreSQL, or what its console exports.

import { isLikeUrl } from '../files/input.ts';
import type { ImportMap } from '../map.ts';
import { SourceUnreadable } from '../source.ts';
import type { SourceKind } from '../source-kind.ts';
import { openConsoleFiles } from './console.ts';
import { openDatabase } from './database.ts';

/** The variable for the URL, since other users of a machine see the arguments of its processes. */
const urlVariable = 'NAKAMA_DATABASE_URL';

/** The user is the player, and an object of storage stands at its collection and key. Rules that leave out are there to be edited. */
const plainMap: ImportMap = {
  player: ['{user}'],
  values: [
    { from: '/storage/{collection}/{key}', to: '/{collection}/{key}' },
    { from: '/wallet', leaveOut: true },
    { from: '/metadata', leaveOut: true },
    { from: '/profile/{field}', leaveOut: true },
  ],
};

export const nakama: SourceKind = {
  name: 'nakama',
  about: `its PostgreSQL: a postgres:// URL, here or in ${urlVariable}; or files of its console: storage as JSON or CSV, account exports, a folder of them`,
  // Its permission_read is 1 unless a client or the server says otherwise.
  defaultRead: 'owner',
  plainMap,
  async open({ from, settings, environment }) {
    const url = from ?? environment[urlVariable];
    if (url === undefined || url === '')
      throw new SourceUnreadable(
        `give the URL of Nakama's PostgreSQL or a file of its console, or set ${urlVariable}`,
      );
    if (settings !== undefined)
      throw new SourceUnreadable('the source nakama has no settings, so the map has no "read"');
    // A path has no scheme. One letter is a drive.
    return /^[a-z][a-z\d+.-]+:/i.test(url) || isLikeUrl(url) ? openDatabase(url) : openConsoleFiles(url);
  },
};
