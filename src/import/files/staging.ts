// Parts of a source that are scattered, sorted by player in a temporary SQLite file, since a large source fits into no memory. SQLite makes the
// file for this process alone and unlinks it at once, so it goes even when the process is killed. Players come out in the order in which
// the source names them first. A player of whom one part is bad is left out whole: once the source is mended, a second run brings all of it.
// So is each player of whom a bad part may be.
import { formatPointer } from '../../lib/json-pointer.ts';
import { IMPORT_PLAYER_MAX_IDS } from '../../limits.ts';
import {
  isRefusal,
  type SourceItem,
  type SourceRefusal,
  type SourceSession,
  type SourceValue,
} from '../source.ts';
import { createFreeing } from './freed-memory.ts';
import { type GatherOptions, gather, gatherIds } from './gather.ts';
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
  /** Notes a bad part. */
  refuse(refusal: SourceRefusal, whose?: Whose): void;
  /** The number of players so far, with those that are left out. */
  readonly players: number;
  /** All players and refusals, after the last part was added. */
  read(): Generator<SourceItem>;
  /** Sentences for the report, after `read` has ended. */
  notes(): readonly string[];
  close(): void;
}

/** The player of a bad part, and those who may be. */
export interface Whose {
  /** The player, who is left out; undefined where the part tells none for sure. */
  readonly key?: string | undefined;
  /** Texts that may be the key of its player. Those of players whom other parts name are left out too. */
  readonly candidates?: readonly string[];
}

/** @throws SourceUnreadable from each method where the temporary file cannot be written or read */
export function createStaging(options: GatherOptions): Staging {
  const rows = openStagingRows();
  const { add, numberOf, count } = addingTo(rows);
  /** Refusals of no known player. */
  let nobodys = 0;
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
    refuse({ at, reason }, { key, candidates = [] } = {}) {
      const player = key?.isWellFormed() ? numberOf(key, at) : null;
      const refusal = rows.insertRefusal(player, at, reason);
      const others = new Set(candidates.filter((text) => text !== key && text.isWellFormed()));
      for (const other of [...others].slice(0, IMPORT_PLAYER_MAX_IDS)) rows.insertCandidate(refusal, other);
    },
    get players() {
      return count();
    },
    *read() {
      rows.finish();
      nobodys = rows.countOfNobody();
      yield* readAll(rows, options);
    },
    notes: () => (nobodys === 0 ? [] : [noteOf(nobodys)]),
    close: rows.close,
  };
}

const noteOf = (parts: number): string =>
  `${parts} refused parts of the source name no player: one of whom such a part is came in without it; mend the source and import it again with --existing replace, or with merge once players save here`;

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
  yield* rows.refusals(null);
  const free = createFreeing();
  for (const player of rows.players()) {
    free(player.description?.length ?? 0);
    const parts = () => (player.hasParts ? freed(rows.parts(player.number)) : []);
    const items = player.hasRefusals ? rows.refusals(player.number) : [gather(player, parts(), options)];
    for (const item of items)
      yield isRefusal(item) ? { ...item, ofPlayer: gatherIds(player, parts(), options) } : item;
  }

  function* freed(parts: Iterable<PartRow>): Generator<PartRow> {
    for (const part of parts) {
      free(part.name.length + part.text.length);
      yield part;
    }
  }
}
