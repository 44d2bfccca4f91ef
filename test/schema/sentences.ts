// A sentence for each table and column of the database. docs/schema.md is made of them. Columns that travel have theirs in the
// description of their row.
import { auditEntries } from '../../src/store/ports/rows/audit.ts';
import { metadataLosses } from '../../src/store/ports/rows/losses.ts';
import { erasedPlayers, statisticsDays, statisticsPlayers } from '../../src/store/ports/rows/others.ts';
import { players } from '../../src/store/ports/rows/players.ts';
import { activeSessions, endedSessions } from '../../src/store/ports/rows/sessions.ts';
import { columnsOf, type NameOf, type Table } from '../../src/store/ports/rows/table.ts';
import { metadataVersions } from '../../src/store/ports/rows/versions.ts';
import { webhookSentences } from './webhook-sentences.ts';

export interface Described {
  readonly about: string;
  readonly columns: Readonly<Record<string, string>>;
}

const id = 'The player.';

const aboutOf = <T extends Table>({ columns }: T, name: NameOf<T>): string => columns[name]?.about ?? '';

/** The columns that the table itself has on both engines. */
const sentencesOf = (table: Table): Readonly<Record<string, string>> =>
  Object.fromEntries(
    columnsOf(table)
      .filter(([, each]) => each.table === undefined)
      .map(([, { column, about }]) => [column, about]),
  );

/** In the order of the page. */
export const sentences: Readonly<Record<string, Described>> = {
  players: {
    about:
      'The name and the sequential id of each registered player. Every other table names a player by the sequential id.',
    columns: {
      player_id: aboutOf(players, 'playerId'),
      sequential_id: 'Assigned at registration, from 1 upward, and never reused.',
      registered_at: aboutOf(players, 'registeredAt'),
    },
  },
  erased_players: {
    about: 'A tombstone for each erased player, which keeps a valid token from registering the player anew.',
    columns: sentencesOf(erasedPlayers),
  },
  metadata: {
    about:
      'The current metadata of each player. The row exists from registration to erasure, also while there is no text.',
    columns: {
      player_id: "A copy of the player's name, so that a lookup by sequential id reads one row of one shard.",
      ...sentencesOf(players),
      unseen_starts: 'The number of sessions started since a write last looked for the active one.',
      index_set:
        'The highest id among the indexes that the last write knew. Indexes with a higher id have no entry of this player yet.',
      indexed_version:
        'The version for which the index entries were made. Where it is not `version`, the entries are stale.',
      label:
        'What lists show of the player, as a JSON object: a member for each pointer of `PLAYER_NAME` and `PLAYER_COLUMNS` that has a value; null for none.',
      folded_name:
        'The name in the form that a search compares, without case and accents; null for none. On PostgreSQL an index has its parts of one to three characters.',
      label_version:
        'The version that the label is of. Where it is not `version` and labels are declared, the label is stale.',
      told_period:
        'The period of 30 days, counted from 1970, of `told_bytes`; null before the first event of a write.',
      told_bytes:
        'The bytes of names of members that the [events](events.md) of the player have had in that period.',
    },
  },
  metadata_versions: {
    about:
      'Kept versions: texts of metadata that a write replaced. Most are stored as the difference from a newer version, compressed.',
    columns: sentencesOf(metadataVersions),
  },
  metadata_losses: {
    about:
      'Losses: a mark for each save that dropped most of a player’s metadata ([decision 0086](decisions/0086-losses.md)).',
    columns: sentencesOf(metadataLosses),
  },
  active_sessions: {
    about:
      'The active session of each player who plays. The primary key guarantees that a player has only one. An expired session stays here until it is moved to `ended_sessions`.',
    columns: {
      ...sentencesOf(activeSessions),
      corrected_activity:
        'The last activity by the present clock, where the clock was set back and `last_activity` lies ahead of it ([decision 0040](decisions/0040-clocks-set-back.md)); otherwise null.',
    },
  },
  ended_sessions: {
    about:
      'The history of sessions. Old rows are deleted by calendar month. On PostgreSQL each month has a partition; `ended_sessions_other` holds the rows of months without one.',
    columns: sentencesOf(endedSessions),
  },
  idempotency_keys: {
    about: 'The idempotency keys of the last 24 hours, each with the outcome of the first write under it.',
    columns: {
      sequential_id: id,
      key: 'The `Idempotency-Key` of the request.',
      fingerprint:
        'A digest of method, path, media type and body. A request with another fingerprint under the same key is refused.',
      outcome: 'The outcome of the write as JSON; null only within the transaction of the write.',
      created_at: 'When the key was first used.',
      brief_outcome:
        'The outcome without its long text; null for a short outcome, and once it has taken the place of `outcome`.',
      is_shortened: 'True once the brief outcome has taken the place of the whole one.',
    },
  },
  server_keys: {
    about:
      "The keys of a studio's own servers. A key that was revoked has no row. The primary key is the id by which a key is revoked; requests find a key by its digest.",
    columns: {
      key_id: 'UUIDv7 of the key.',
      digest: "SHA-256 of the key's text in hexadecimal. The text itself is nowhere.",
      name: 'The name that the key was given.',
      scopes: 'The scopes, with spaces between them.',
      created_at: 'When the key was created.',
      expires_at: 'When the key expires; null for never.',
      last_used_at: 'When the key was last used, up to a minute late; null before the first use.',
      made_by:
        'The key that made it, or the person of `console_people`; `environment` for that of `SERVER_API_KEY`; null for the command line, and for keys from before.',
    },
  },
  console_sessions: {
    about:
      'People who are signed in at the console. A session ends 12 hours after it began, an hour after its last use, or with its key. A sign-in deletes the sessions that have ended.',
    columns: {
      digest:
        'SHA-256 of the two secrets of the session, that of the cookie and that of the page, in hexadecimal.',
      key_digest:
        'SHA-256 of the text of the server key that it was signed in with; the id of the person who signed in at the issuer.',
      created_at: 'When it began.',
      expires_at: '12 hours later; an hour for a person whose role cannot be confirmed again.',
      last_used_at: 'When it was last used, up to a minute late.',
      attempt: 'Of a person: SHA-256 of the attempt to sign in at the issuer. An attempt begins one session.',
      tokens:
        'Of a person: the tokens of the issuer, sealed with the secrets of the session, so that nobody can read them here.',
      confirmed_at:
        'Of a person: when the issuer confirmed the role last; null where it is not confirmed again.',
      checking_until: 'Until then one process confirms the role; null for none.',
    },
  },
  console_people: {
    about:
      'People who have signed in at the console by OpenID Connect, also those whose role has gone. One without a key is forgotten 400 days after the role was confirmed last.',
    columns: {
      person_id: 'Of issuer and subject: `person-` and 32 hexadecimal digits of their SHA-256.',
      issuer: 'The issuer.',
      subject: 'The subject (`sub`) of the person there.',
      mail: 'The mail, if the issuer has verified it; null otherwise.',
      scopes: 'The scopes of the roles, with spaces between them; empty since the role has gone.',
      created_at: 'When the person signed in first.',
      confirmed_at: 'When the issuer named a role last.',
      role_gone_at: 'When it named no role any more; null while there is one.',
    },
  },
  audit_entries: {
    about:
      'The audit: an entry for each change by a server key or the command line, in the commit of the change. Only old entries are deleted.',
    columns: sentencesOf(auditEntries),
  },
  server_idempotency_keys: {
    about:
      'The idempotency keys of servers, of all keys together. The columns are those of `idempotency_keys`.',
    columns: {
      sequential_id: id,
      key: 'The `Idempotency-Key` of the request.',
      fingerprint: 'The same as in `idempotency_keys`.',
      outcome: 'The same as in `idempotency_keys`.',
      created_at: 'When the key was first used.',
      brief_outcome: 'The same as in `idempotency_keys`.',
      is_shortened: 'The same as in `idempotency_keys`.',
    },
  },
  metadata_indexes: {
    about:
      'The declared indexes on values of metadata. Every process maintains all of them, whatever its own settings declare.',
    columns: {
      index_id: 'Assigned at the declaration, ascending, and never given again.',
      pointer: 'The JSON Pointer to the value.',
      type: '`number`, `string` or `boolean`; `label` for the name and the columns that lists show, whose pointers are a JSON list.',
      created_at: 'When the index was first declared.',
      declared_at:
        'When a process last declared it. An index that no process declares for an hour is dropped.',
      build_position: 'The sequential id up to which the stored metadata is indexed.',
      built_at: 'When the index became whole; null until then.',
    },
  },
  name_grams: {
    about:
      'The index of names on SQLite, a full-text index without a text: a row for each player with a name, whose words stand for the parts of one to three characters. PostgreSQL has an index on `metadata.folded_name` instead.',
    columns: {
      grams:
        'The parts, each by its code points in hexadecimal with `g` between them. They cannot be read back.',
    },
  },
  metadata_index_entries: {
    about:
      'The values of the declared indexes: a row for each index of a player, written in the commit of the metadata.',
    columns: {
      sequential_id: id,
      index_id: 'The index.',
      value: 'The value in an encoding whose bytes sort like the values; null where it is absent.',
    },
  },
  events: {
    about:
      'Events of the [feed](events.md). On SQLite the key is the place in the feed; on PostgreSQL `event_runs` has the places.',
    columns: {
      event_id: 'Ascends in the order of the commits, and is never given again.',
      id: 'From a sequence, drawn under the lock of the row of the player.',
      at: 'The time of the change.',
      type: 'The number of the type.',
      sequential_id: 'The player, who may be erased.',
      data: 'Facts that an erasure leaves, as JSON.',
      personal: 'Facts that an erasure takes out, as JSON; null for none.',
    },
  },
  event_erasures: {
    about: 'Players who were erased and whose stored events are to be cleared.',
    columns: { sequential_id: 'The number that the player had.' },
  },
  event_runs: {
    about: 'The places of events in the feed, in runs of events whose ids follow each other.',
    columns: {
      position: 'The place of the first event of the run.',
      id: 'The id of that event.',
      count: 'The events of the run.',
      settled: 'The id up to which every event had its place by then, or will never come.',
      stamped_at: 'When the places were given.',
    },
  },
  ...webhookSentences,
  event_stamper: {
    about: 'The process that gives events their places, in one row.',
    columns: {
      id: '1.',
      holder: 'A random id of the process; null for none.',
      lease_number: 'Another one for each process that follows.',
      lease_until: 'When another process may take over.',
      floor: 'No place up to this one is given any more.',
      settled: 'No event up to this id waits for a place, as of the runs that were dropped.',
    },
  },
  clock_state: {
    about:
      'What is certain about the clock, in one row ([decision 0106](decisions/0106-clocks-that-jump-ahead.md)).',
    columns: {
      id: '1.',
      certain_at: 'The newest time that is certain. While the clock is in doubt, deletion goes by it.',
      doubted_at: 'The last reading of a clock in doubt; null while it is not.',
      waited: 'How long a service has run since the doubt began, in milliseconds.',
    },
  },
  statistics_players: {
    about:
      'The days on which each player was active. A row outlives the player: it has no name, and the player goes on counting.',
    columns: sentencesOf(statisticsPlayers),
  },
  statistics_days: {
    about: 'The sums of each day, for the statistics.',
    columns: sentencesOf(statisticsDays),
  },
  statistics_parts: {
    about: 'Sums that were added by transactions of the count, until they are merged into `statistics_days`.',
    columns: {
      part_id: 'Ascending.',
      sums: 'Kind, day and sums of each row, as JSON.',
    },
  },
  statistics_state: {
    about: 'The state of the count, in one row.',
    columns: {
      id: '1.',
      zone: 'The time zone of the sums; null before the first count.',
      version: 'Grows by one with each change, so that a process that lost its lease changes nothing.',
      as_of: 'The moment as of which the sums and `published` are exact together; null while there is none.',
      published:
        'The sums of active sessions and of ended ones that are not counted, as in `statistics_parts`.',
      asked_at: 'When a request last had to wait for sums.',
      merged_key: 'How far the parts are merged; null while no merge is under way.',
      reset_position:
        'The sequential id up to which a rebuild has reset players; null while there is none to reset.',
      floor_day:
        'The first day that a rebuild counts again; null for all. It begins where the day before ended, as the sums of the kind `floor` say.',
      floor_utc_day: 'The same for the days of UTC.',
      dropped_before: 'Sessions that ended before may have been deleted; null while none was.',
      counted: 'Sessions of a backlog that are counted.',
      total: 'Sessions of the backlog; 0 for none.',
      lease_holder: 'The process that counts; null for none.',
      lease_until: 'When its lease ends.',
      import_digest: 'Names the export from which the sums were imported; null where they were not.',
      importing: '1 until that import is complete: nothing is counted meanwhile.',
    },
  },
  rate_limits: {
    about:
      'The token bucket of each player and of each server key, shared by all processes. The table is not in the write-ahead log, so a crash empties it. Times are microseconds since the Unix epoch.',
    columns: {
      player_digest:
        "SHA-256 of the player's name in hexadecimal, so that the name of an erased player is not kept; for a server key of `server key`, a null character and the id.",
      full_at: 'When the bucket will be full again.',
      asked_at: 'When tokens were last asked for.',
      given: 'How many tokens were given at that time.',
    },
  },
  playkeep_schema: {
    about:
      'The number of the newest migration that was applied. On SQLite the `user_version` of the file holds it.',
    columns: { version: 'The number of the migration.' },
  },
};
