// The rows of the temporary SQLite file in which the parts of a source are sorted by player, and their statements. SQLite itself makes the
// file, with mode 0600, in the folder for temporary files, and unlinks it before it writes to it.
import { Database } from 'bun:sqlite';
import { STAGING_CACHE_KIBIBYTES, STAGING_TRANSACTION_ROWS } from '../../tuning.ts';
import { type SourceRefusal, SourceUnreadable } from '../source.ts';

export interface PlayerRow {
  /** The place in the order of the players. */
  readonly number: number;
  readonly key: string;
  /** The place in the source that names the player first. */
  readonly at: string;
  readonly description: string | null;
  /** 1 where the player has parts beside the description, or refusals; else 0. */
  readonly hasParts: number;
  readonly hasRefusals: number;
}

export interface PartRow {
  readonly kind: 'id' | 'value' | 'session';
  readonly at: string;
  /** The kind of an id, the pointer of a value. */
  readonly name: string;
  readonly text: string;
  readonly read: string;
  readonly write: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

export type NewPart = Pick<PartRow, 'kind' | 'at' | 'name' | 'text'> &
  Partial<PartRow> & { readonly player: number };

const schema = `
  CREATE TABLE staging.players (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, at TEXT NOT NULL, described_at TEXT, description TEXT
  );
  CREATE TABLE staging.parts (
    player INTEGER NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,
    read TEXT NOT NULL, write TEXT NOT NULL, startedAt INTEGER NOT NULL, endedAt INTEGER NOT NULL
  );
  CREATE TABLE staging.refusals (player INTEGER, at TEXT NOT NULL, reason TEXT NOT NULL);
  CREATE TABLE staging.candidates (refusal INTEGER NOT NULL, key TEXT NOT NULL);
`;

/** The indexes are made after the last part, which takes less than to keep them up. They keep rows of a player in the order of their coming. */
const indexes = `
  CREATE INDEX staging.parts_by_player ON parts (player);
  CREATE INDEX staging.refusals_by_player ON refusals (player);
`;

/** A refusal becomes that of each candidate whom the source names elsewhere. */
const attribution = `
  CREATE TABLE staging.found (refusal INTEGER, player INTEGER, PRIMARY KEY (refusal, player)) WITHOUT ROWID;
  INSERT INTO staging.found
    SELECT candidates.refusal, players.number
    FROM staging.candidates AS candidates JOIN staging.players AS players ON players.key = candidates.key;
  UPDATE staging.refusals SET player = (SELECT min(player) FROM staging.found WHERE refusal = refusals.rowid)
    WHERE player IS NULL AND rowid IN (SELECT refusal FROM staging.found);
  INSERT INTO staging.refusals
    SELECT found.player, refusals.at, refusals.reason
    FROM staging.found AS found JOIN staging.refusals AS refusals ON refusals.rowid = found.refusal
    WHERE found.player <> refusals.player;
`;

export type StagingRows = ReturnType<typeof openStagingRows>;

/** @throws SourceUnreadable, like each of its functions, where the file cannot be written or read */
export function openStagingRows() {
  const database = openTemporary();
  const statements = prepare(database);
  const { change, rowsOf } = guard(database);
  return {
    findPlayer: (key: string): number | undefined => change(() => statements.findPlayer.get(key)?.number),
    insertPlayer: (key: string, at: string): number =>
      change(() => Number(statements.insertPlayer.run(key, at).lastInsertRowid)),
    /** @returns the place of the description that is there already */
    describePlayer: (number: number, at: string, description: string): string | undefined =>
      change(() => {
        const first = statements.findDescribed.get(number)?.describedAt ?? undefined;
        if (first === undefined) statements.describePlayer.run(at, description, number);
        return first;
      }),
    insertPart: (part: NewPart): void => {
      const { player, kind, at, name, text, read = '', write = '', startedAt = 0, endedAt = 0 } = part;
      change(() => statements.insertPart.run(player, kind, at, name, text, read, write, startedAt, endedAt));
    },
    /** @returns the number of the refusal, for its candidates */
    insertRefusal: (player: number | null, at: string, reason: string): number =>
      change(() => Number(statements.insertRefusal.run(player, at, reason).lastInsertRowid)),
    insertCandidate: (refusal: number, key: string) =>
      void change(() => statements.insertCandidate.run(refusal, key)),
    /** Ends the writing. */
    finish: (): void =>
      change(() => {
        database.run('COMMIT');
        database.run(attribution);
        database.run(indexes);
      }),
    players: () => rowsOf(statements.players.iterate()),
    parts: (player: number) => rowsOf(statements.parts.iterate(player)),
    refusals: (player: number | null) => rowsOf(statements.refusals.iterate(player)),
    countOfNobody: (): number => change(() => statements.countOfNobody.get()?.count ?? 0),
    close: (): void => database.close(),
  };
}

function openTemporary(): Database {
  const database = new Database(':memory:', { strict: true });
  // The empty name is that of a temporary file.
  database.run("ATTACH DATABASE '' AS staging");
  for (const name of ['main', 'staging'])
    database.run(`PRAGMA ${name}.cache_size = -${STAGING_CACHE_KIBIBYTES}`);
  database.run('PRAGMA staging.journal_mode = OFF');
  database.run(schema);
  return database;
}

const prepare = (database: Database) => ({
  findPlayer: database.query<{ number: number }, [string]>(
    'SELECT number FROM staging.players WHERE key = ?',
  ),
  insertPlayer: database.query<unknown, [string, string]>(
    'INSERT INTO staging.players (key, at) VALUES (?, ?)',
  ),
  findDescribed: database.query<{ describedAt: string | null }, [number]>(
    'SELECT described_at AS describedAt FROM staging.players WHERE number = ?',
  ),
  describePlayer: database.query<unknown, [string, string, number]>(
    'UPDATE staging.players SET described_at = ?, description = ? WHERE number = ?',
  ),
  insertPart: database.query<unknown, (string | number)[]>(
    'INSERT INTO staging.parts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  ),
  insertRefusal: database.query<unknown, [number | null, string, string]>(
    'INSERT INTO staging.refusals VALUES (?, ?, ?)',
  ),
  insertCandidate: database.query<unknown, [number, string]>('INSERT INTO staging.candidates VALUES (?, ?)'),
  countOfNobody: database.query<{ count: number }, []>(
    'SELECT count(*) AS count FROM staging.refusals WHERE player IS NULL',
  ),
  players: database.query<PlayerRow, []>(
    `SELECT number, key, at, description,
      EXISTS (SELECT 1 FROM staging.parts WHERE player = number) AS hasParts,
      EXISTS (SELECT 1 FROM staging.refusals WHERE player = number) AS hasRefusals
    FROM staging.players ORDER BY number`,
  ),
  parts: database.query<PartRow, [number]>('SELECT * FROM staging.parts WHERE player = ? ORDER BY rowid'),
  refusals: database.query<SourceRefusal, [number | null]>(
    'SELECT at, reason FROM staging.refusals WHERE player IS ? ORDER BY rowid',
  ),
});

/** Changes within transactions of many, and rows, with the errors of the file in the words of an import. */
function guard(database: Database) {
  let changes = 0;
  function change<Result>(run: () => Result): Result {
    try {
      if (changes % STAGING_TRANSACTION_ROWS === 0) {
        if (changes > 0) database.run('COMMIT');
        database.run('BEGIN');
      }
      changes += 1;
      return run();
    } catch (error) {
      throw fileProblem(error);
    }
  }
  function* rowsOf<Row>(rows: Iterable<Row>): Generator<Row> {
    try {
      yield* rows;
    } catch (error) {
      throw fileProblem(error);
    }
  }
  return { change, rowsOf };
}

const fileProblem = (error: unknown): SourceUnreadable =>
  new SourceUnreadable(
    `the temporary file, in which the source is sorted by player, fails: ${(error as Error).message}; TMPDIR names another folder for it`,
    { cause: error },
  );
