// The steps of an engine that the counting of sessions is made of. Decisions are in statistics-pass.ts.
import type { SumKind, SumsRow } from '../ports/statistics.ts';
import type { CountedSession, Floor } from './statistics-sessions.ts';

/** The row of statistics_state. Times are milliseconds since the epoch. */
export interface StatisticsState {
  /** Null before the first count. */
  readonly zone: string | null;
  /** Grows by one with each change of the sums. */
  readonly version: number;
  /** The moment as of which the sums and those published are exact together; null while there is none. */
  readonly asOf: number | null;
  /** When a request last had to wait for sums. */
  readonly askedAt: number;
  /** Parts that are merged already, by the key up to which they are; null while none is merged. */
  readonly mergedKey: string | null;
  /** The sequential id up to which a rebuild has reset players; null while there is none to reset. */
  readonly resetPosition: number | null;
  /** The days from which a rebuild counts again; null while it counts all. */
  readonly floorDay: number | null;
  readonly floorUtcDay: number | null;
  /** Sessions that ended before it may have been deleted; null while none was. */
  readonly droppedBefore: number | null;
  /** 1 until an import of the sums is complete. */
  readonly importing: number;
  readonly counted: number;
  readonly total: number;
  /** The clock of the store. */
  readonly now: number;
}

/** 0: not counted. 1: counted. 2: to be counted again, from the floor of a rebuild on. */
export type CountMark = 0 | 1 | 2;

export interface UncountedSession extends CountedSession {
  readonly sequentialId: number;
  readonly sessionId: string;
  readonly mark: CountMark;
}

/** The key of an ended session. */
export type EndedKey = Pick<UncountedSession, 'sequentialId' | 'endedAt' | 'sessionId'>;

export interface OpenSession {
  readonly sequentialId: number;
  readonly startedAt: number;
  readonly lastActivity: number;
  readonly expiresFrom: number;
  readonly context: string | null;
  /** The active days of the player (statistics-days.ts); null for none. */
  readonly days: string | null;
}

/** One transaction. It takes effect if the lease and the version are still those of the caller. */
export interface StatisticsChange {
  readonly holder: string;
  /** The version before. */
  readonly version: number;
  /** New values of the state. Members that are left out stay. */
  readonly state: Partial<Omit<StatisticsState, 'version' | 'now'>> & {
    /** The sums of sessions that are not counted, as of `asOf`, as a part (statistics-parts.ts); null for none. */
    readonly published?: string | null;
  };
  /** Sessions that are counted by this change. */
  readonly counted?: readonly EndedKey[];
  /** The active days of players; null deletes the row. */
  readonly players?: readonly (readonly [sequentialId: number, days: string | null])[];
  /** A further part of the sums. */
  readonly part?: string | undefined;
  /** Merged sums. An empty text deletes the row. */
  readonly sums?: readonly SumsRow[];
  readonly deletesParts?: boolean;
  /** Deletes the sums from these days on, before `sums` are stored. */
  readonly deletesFrom?: Pick<Floor, 'day' | 'utcDay'>;
  /** Marks counted sessions to be counted again, of players after one sequential id up to another. */
  readonly recounts?: { readonly after: number; readonly upTo: number };
}

/** The lease was lost, or the rows have changed since they were read. Nothing was changed. */
export class StatisticsConflict extends Error {
  override readonly name = 'StatisticsConflict';
}

export interface StatisticsConnection {
  /** Takes or renews the lease. @returns undefined while another process has it */
  acquire(holder: string, milliseconds: number): Promise<StatisticsState | undefined>;
  release(holder: string): Promise<void>;
  /** Runs reads that see one moment. */
  snapshot<T>(read: () => Promise<T>): Promise<T>;
  findState(): Promise<StatisticsState>;
  listUncounted(after: EndedKey | undefined, rows: number): Promise<readonly UncountedSession[]>;
  /**
   * Numbers the rows of `listUncounted`. SQLite numbers at most `rows` at a time, since it reads in the thread that serves HTTP.
   * @returns `last`, the key of the last one, undefined at the end
   */
  countUncounted(
    after: EndedKey | undefined,
    rows: number,
  ): Promise<{ readonly count: number; readonly last: EndedKey | undefined }>;
  /** The texts of active days, by sequential id. */
  findPlayers(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Players after a sequential id, with the texts of their active days. */
  listPlayers(
    after: number,
    rows: number,
  ): Promise<readonly (readonly [sequentialId: number, days: string])[]>;
  /** The sequential id of the session that is so many rows after a sequential id; undefined past the last one. */
  findSessionAt(after: number, rows: number): Promise<number | undefined>;
  listActive(afterSequentialId: number, rows: number): Promise<readonly OpenSession[]>;
  listParts(): Promise<readonly string[]>;
  /** The days of pointers whose texts have more bytes. */
  listLong(bytes: number): Promise<readonly { readonly kind: SumKind; readonly day: number }[]>;
  findSums(keys: readonly { readonly kind: SumKind; readonly day: number }[]): Promise<readonly SumsRow[]>;
  /** @throws StatisticsConflict */
  change(change: StatisticsChange): Promise<void>;
}

export interface StatisticsDatabase {
  /** Ended sessions in one transaction. */
  readonly stepRows: number;
  readonly sessionTimeoutMilliseconds: number;
  connect<T>(
    signal: AbortSignal,
    work: (connection: StatisticsConnection) => Promise<T>,
  ): Promise<T | undefined>;
}
