// Players and sessions as two tables for a warehouse: RFC 4180, UTF-8, all as of one moment. Texts are exact and in quotes, numbers
// and times are not, and nothing at all stands for NULL. The three tables are read side by side in the order of the sequential ids,
// so memory holds a page of each.

import { toTimestamp } from '../lib/clock.ts';
import { csvExactField } from '../lib/csv.ts';
import type {
  ActiveSessionRecord,
  EndedSessionRecord,
  PlayerRecord,
  PlayTables,
} from '../store/ports/transfer.ts';
import { type ValueColumns, valueColumns } from './export-values.ts';
import type { Progress } from './transfer.ts';
import type { WriteInto } from './write-beside.ts';

/** In the order in which they get their names: the players are there when the sessions are. */
export const csvFiles = ['sessions.csv', 'players.csv'] as const;
export type CsvFile = (typeof csvFiles)[number];

export interface CsvOptions {
  /** Whether the texts of metadata are in the table. */
  readonly hasMetadata: boolean;
  /** The pointer to the display name, which is a column `name`; undefined for none. */
  readonly name: string | undefined;
  /** Pointers to further values, each a column. */
  readonly pointers: readonly string[];
}

export interface CsvExport {
  readonly players: number;
  readonly sessions: number;
}

const playerColumns = [
  ...['sequentialId', 'playerId', 'registeredAt', 'lastSeenAt', 'metadataVersion', 'metadataBytes'],
  ...['suspendedUntil', 'suspensionReason'],
];
const sessionColumns = [
  ...['sequentialId', 'sessionId', 'startedAt', 'endedAt', 'seconds', 'reason', 'installationId', 'context'],
];

/** Writes both tables. @returns the numbers of their rows */
export async function writeCsv(
  tables: PlayTables,
  write: WriteInto<CsvFile>,
  options: CsvOptions,
  progress: Progress,
): Promise<CsvExport> {
  const values = valueColumns(options, [...playerColumns, 'metadata']);
  const header = [...playerColumns, ...values.names, ...(options.hasMetadata ? ['metadata'] : [])];
  await write('players.csv', lineOf(header.map(csvExactField)));
  await write('sessions.csv', lineOf(sessionColumns.map(csvExactField)));
  const active = upToEach(tables.activeSessions);
  const ended = upToEach(tables.endedSessions);
  const rows = { players: 0, sessions: 0 };
  const writeSessions = async (sessions: readonly (ActiveSessionRecord | EndedSessionRecord)[]) => {
    rows.sessions += sessions.length;
    if (sessions.length > 0) await write('sessions.csv', sessions.map(sessionLine).join(''));
  };

  for (let page = await tables.players.next(); !page.done; page = await tables.players.next()) {
    const last = page.value.at(-1)?.sequentialId ?? 0;
    const seen = new Map<number, number>();
    for await (const sessions of ended.upTo(last)) {
      // Those of a player come in the order of their ends.
      for (const { sequentialId, endedAt } of sessions) seen.set(sequentialId, endedAt);
      await writeSessions(sessions);
    }
    for await (const sessions of active.upTo(last)) {
      for (const { sequentialId, lastActivity } of sessions) seen.set(sequentialId, lastActivity);
      await writeSessions(sessions);
    }
    const lines = page.value.map((player) =>
      playerLine(player, seen.get(player.sequentialId), values, options),
    );
    await write('players.csv', lines.join(''));
    rows.players += page.value.length;
    progress(rows.players + rows.sessions, false);
  }
  // The numbers of erased players may be higher than those of all others.
  for (const rest of [ended, active]) {
    for await (const sessions of rest.upTo(Number.POSITIVE_INFINITY)) await writeSessions(sessions);
  }
  progress(rows.players + rows.sessions, true);
  return rows;
}

interface UpToEach<Row> {
  /** The rows up to an id, which is higher than that of the call before, in parts. */
  upTo(id: number): AsyncGenerator<readonly Row[]>;
}

function upToEach<Row extends { readonly sequentialId: number }>(
  pages: AsyncIterator<readonly Row[]>,
): UpToEach<Row> {
  let waiting: readonly Row[] = [];
  let isOver = false;
  return {
    async *upTo(id) {
      for (;;) {
        const later = waiting.findIndex(({ sequentialId }) => sequentialId > id);
        const rows = later < 0 ? waiting : waiting.slice(0, later);
        waiting = later < 0 ? [] : waiting.slice(later);
        if (rows.length > 0) yield rows;
        if (later >= 0 || isOver) return;
        const next = await pages.next();
        if (next.done) isOver = true;
        else waiting = next.value;
      }
    },
  };
}

function playerLine(
  player: PlayerRecord,
  lastActivity: number | undefined,
  values: ValueColumns,
  { hasMetadata }: CsvOptions,
): string {
  const { sequentialId, playerId, registeredAt, metadataVersion, metadataText } = player;
  return lineOf([
    ...[String(sequentialId), csvExactField(playerId), toTimestamp(registeredAt)],
    // The last session of a player may have left the history (decision 0046).
    timeField(lastActivity ?? player.lastSeenAt),
    ...[String(metadataVersion), String(metadataText === null ? 0 : Buffer.byteLength(metadataText))],
    ...[timeField(player.suspendedUntil), textField(player.suspensionReason)],
    ...values.fieldsOf(metadataText),
    ...(hasMetadata ? [textField(metadataText)] : []),
  ]);
}

/** An active session has no end, no length and no reason yet. */
function sessionLine(session: ActiveSessionRecord | EndedSessionRecord): string {
  const { sequentialId, sessionId, startedAt, installationId, context } = session;
  const end =
    session.type === 'ended-session'
      ? [
          toTimestamp(session.endedAt),
          String((session.endedAt - startedAt) / 1000),
          csvExactField(session.reason),
        ]
      : ['', '', ''];
  return lineOf([
    ...[String(sequentialId), csvExactField(sessionId), toTimestamp(startedAt), ...end],
    ...[textField(installationId), textField(context)],
  ]);
}

const lineOf = (fields: readonly string[]): string => `${fields.join(',')}\r\n`;
const textField = (text: string | null): string => (text === null ? '' : csvExactField(text));
const timeField = (milliseconds: number | null): string =>
  milliseconds === null ? '' : toTimestamp(milliseconds);
