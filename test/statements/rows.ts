// The fragments that are made of the descriptions of rows (src/store/ports/rows/). `npm run statements` also writes them as files, to
// be read and to be pasted.
import { auditEntries, newEntryNames } from '../../src/store/ports/rows/audit.ts';
import { metadataLosses } from '../../src/store/ports/rows/losses.ts';
import { erasedPlayers, statisticsDays, statisticsPlayers } from '../../src/store/ports/rows/others.ts';
import { checkedNames, players, shownNames } from '../../src/store/ports/rows/players.ts';
import { activeSessions, endedSessions, sessionNames } from '../../src/store/ports/rows/sessions.ts';
import {
  checkedNames as checkedVersionNames,
  factNames,
  metadataVersions,
} from '../../src/store/ports/rows/versions.ts';
import { insertion, lines, oneRow, type RowFragment, selection } from './row-fragments.ts';
import { type Field, lists } from './sql-file.ts';

/** The fragments of each table. Each list becomes a file. */
const files: Readonly<Record<string, readonly RowFragment[]>> = {
  players: [
    selection('player_row', 'A player, without the time of the registration.', players),
    selection('shown_player', 'The facts about a player that the server API shows.', players, shownNames),
    selection('checked_player', 'A player as the doctor reads it.', players, checkedNames),
    ...insertion('player', 'a player', players),
  ],
  'metadata-versions': [
    selection('version_row', 'A kept version.', metadataVersions),
    selection('version_facts', 'A kept version as it is listed.', metadataVersions, factNames),
    selection(
      'checked_version',
      'A kept version without its content.',
      metadataVersions,
      checkedVersionNames,
    ),
    ...insertion('kept', 'a kept version', metadataVersions, { prefix: 'kept', alias: 'kept' }),
  ],
  'metadata-losses': [
    selection('loss_row', 'A loss of metadata.', metadataLosses),
    ...insertion('lost', 'a loss of metadata', metadataLosses, { prefix: 'lost', alias: 'lost' }),
  ],
  'active-sessions': [
    selection('active_session_row', 'An active session.', activeSessions),
    selection('session_row', 'An active session as its player sees it.', activeSessions, sessionNames),
    ...insertion('active_session', 'an active session', activeSessions),
  ],
  'ended-sessions': [
    selection('ended_session_row', 'An ended session.', endedSessions),
    ...insertion('ended_session', 'an ended session', endedSessions),
  ],
  'audit-entries': [
    selection('audit_row', 'An entry of the audit.', auditEntries),
    ...insertion('audit', 'an entry of the audit', auditEntries),
    ...insertion('audited', 'a new entry of the audit', auditEntries, {
      names: newEntryNames,
      prefix: 'audited',
      alias: 'entry',
    }),
    oneRow(
      'audited_entry',
      'The values of one new entry of the audit after the sequential id.',
      auditEntries,
      {
        names: newEntryNames,
        prefix: 'audited',
      },
    ),
  ],
  'erased-players': [
    selection('erased_player_row', 'An erased player.', erasedPlayers),
    ...insertion('erased_player', 'an erased player', erasedPlayers),
  ],
  'statistics-days': insertion('sums', 'the sums of a day', statisticsDays),
  'statistics-players': [
    selection('active_days_row', 'The active days of a player.', statisticsPlayers),
    ...insertion('active_days', 'the active days of a player', statisticsPlayers),
  ],
};

export const rowFragments: readonly RowFragment[] = Object.values(files).flat();

const listOf = ({ name, type }: Field): string => {
  const base = Object.keys(lists).find((list) => lists[list]?.type === type.list) ?? type.base;
  return `${name} ${type.isPacked ? 'packed ' : ''}${base}${type.isNullable ? '?' : ''}${type.isArray ? '[]' : ''}`;
};

const comment = (keyword: string, fields: readonly Field[]): string =>
  `-- ${keyword}: ${lines(fields.map(listOf)).replaceAll('\n', '\n-- ')}`;

/** The files to be read, each with the fragments of a table. */
export const rowFiles: readonly { readonly name: string; readonly text: string }[] = Object.entries(
  files,
).map(([name, fragments]) => ({
  name,
  text: [
    '-- Made by `npm run statements` of src/store/ports/rows/. A test compares both.',
    ...fragments.map((each) =>
      [
        `\n-- :${each.name}: ${each.about}`,
        ...(each.parameters.length > 0 ? [comment('Parameters', each.parameters)] : []),
        ...(each.columns.length > 0 ? [comment('Columns', each.columns)] : []),
        each.body,
      ].join('\n'),
    ),
    '',
  ].join('\n'),
}));
