// Parts of a source that are scattered, sorted by player in a temporary SQLite file, since a large source fits into no memory. SQLite makes the
// file for this process alone and unlinks it at once, so it goes even when the process is killed. Players come out in the order in which
// the source names them first. A player of whom one part is bad is left out whole: once the source is mended, a second run brings all of it.
import { formatPointer } from '../../lib/json-pointer.ts';
import type { SourceItem, SourceRefusal, SourceSession, SourceValue } from '../source.ts';
import { createFreeing } from './freed-memory.ts';
import { type GatherOptions, gather } from './gather.ts';
import { type StagedPlayer, toStagedText } from './staged-player.ts';
import { openStagingRows, type PartRow, type StagingRows } from './staging-rows.ts';

export interface Staging {
  /** Says what one place of the source tells of a player. A second place that describes the same player leaves the player out. */
  addPlayer(key: string, player: StagedPlayer): void;
  /** Adds an id beside the key. The same one again changes nothing. */
  addId(key: string, kind: string, id: string, at: string): void;
  /** Adds a value. A second one at its path leaves the player out. */
  addValue(key: string, value: SourceValue, at: string): void;
  addSession(key: string, session: SourceSession, at: string): void;
  /** Notes a bad part. Its player is left out; undefined where the part tells of no known one. */
  refuse(refusal: SourceRefusal, key?: string): void;
  /** The number of players so far, with those that are left out. */
  readonly players: number;
  /** All players and refusals, after the last part was added. */
  read(): Generator<SourceItem>;
  close(): void;
}

/** @throws SourceUnreadable from each method where the temporary file cannot be written or read */
export function createStaging(options: GatherOptions): Staging {
  const rows = openStagingRows();
  const { add, numberOf, count } = addingTo(rows);
  return {
    addPlayer(key, player) {
      const text = toStagedText(player);
      add(key, player.at, [text], (number) => {
        const first = rows.describePlayer(number, player.at, text);
        if (first === undefined) return;
        const reason = `is of the same player as ${first}; neither is taken`;
        rows.insertRefusal(number, player.at, reason);
      });
    },
    addId(key, kind, id, at) {
      add(key, at, [kind, id], (player) => rows.insertPart({ player, at, kind: 'id', name: kind, text: id }));
    },
    addValue(key, { path, text, read = '', write = '' }, at) {
      const name = formatPointer(path);
      add(key, at, [name, text], (player) =>
        rows.insertPart({ player, at, kind: 'value', name, text, read, write }),
      );
    },
    addSession(key, { startedAt, endedAt, context }, at) {
      const part = { at, kind: 'session', name: '', text: context ?? '', startedAt, endedAt } as const;
      add(key, at, [part.text], (player) => rows.insertPart({ player, ...part }));
    },
    refuse({ at, reason }, key) {
      const player = key?.isWellFormed() ? numberOf(key, at) : null;
      rows.insertRefusal(player, at, reason);
    },
    get players() {
      return count();
    },
    read: () => readAll(rows, options),
    close: rows.close,
  };
}

function addingTo(rows: StagingRows) {
  let players = 0;
  const free = createFreeing();

  /** The number of a player, which is its place in the order. */
  function numberOf(key: string, at: string): number {
    const known = rows.findPlayer(key);
    if (known !== undefined) return known;
    players += 1;
    return rows.insertPlayer(key, at);
  }

  /** Adds a part, unless it holds half of a surrogate pair, which no text in UTF-8 can. */
  function add(key: string, at: string, texts: readonly string[], insert: (player: number) => void): void {
    const isWhole = texts.every((text) => text.isWellFormed());
    free(texts.reduce((sum, { length }) => sum + length, 0));
    const reason = 'holds half of a surrogate pair in an id or a name';
    if (!key.isWellFormed()) rows.insertRefusal(null, at, reason);
    else if (isWhole) insert(numberOf(key, at));
    else rows.insertRefusal(numberOf(key, at), at, reason);
  }
  return { add, numberOf, count: () => players };
}

function* readAll(rows: StagingRows, options: GatherOptions): Generator<SourceItem> {
  rows.finish();
  yield* rows.refusals(null);
  const free = createFreeing();
  for (const player of rows.players()) {
    free(player.description?.length ?? 0);
    if (player.hasRefusals) yield* rows.refusals(player.number);
    else yield gather(player, player.hasParts ? freed(rows.parts(player.number)) : [], options);
  }

  function* freed(parts: Iterable<PartRow>): Generator<PartRow> {
    for (const part of parts) {
      free(part.name.length + part.text.length);
      yield part;
    }
  }
}
