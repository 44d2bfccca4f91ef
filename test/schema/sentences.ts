// One sentence for each table and column of the database, on its purpose. docs/schema.md is made of them.

export interface Described {
  readonly about: string;
  readonly columns: Readonly<Record<string, string>>;
}

const id = 'The player, by the key of everything that belongs to one.';
const session = 'UUIDv7 of the session.';
const context = 'JSON text that the start brought along; null for none, and after an erasure.';

/** In the order of the page. */
export const sentences: Readonly<Record<string, Described>> = {
  players: {
    about:
      'Names and sequential ids of the players who are registered. Nothing else holds the name on SQLite.',
    columns: {
      player_id: "The name, as the token's claim has it.",
      sequential_id: 'Given once, from 1 upward, and never again.',
      registered_at: 'When the player was registered.',
    },
  },
  erased_players: {
    about: 'A tombstone for each erased player, which keeps a valid token from registering the player anew.',
    columns: {
      player_digest: 'SHA-256 of the name in UTF-8; in hexadecimal on PostgreSQL.',
      erased_at: 'When the player was erased; an import leaves players away who were registered before.',
    },
  },
  metadata: {
    about:
      'The current metadata of each player. The row exists from registration to erasure, so it tells that the player exists.',
    columns: {
      sequential_id: id,
      player_id: 'The name once more, so that a lookup by sequential id reads one row of one shard.',
      text: 'The submitted text of `data`; null until it is set and after it was deleted.',
      version:
        'Counts the changes, deletions included; half of the entity tag, and what compare-and-swap compares.',
      written_at: 'When this state was written; null where it was written before there were versions.',
      written_session_id: 'The session that was active when a write last looked; null for none.',
      by_server: "True where the game's server wrote, false where the player did.",
      kept_at: 'When the newest kept version was kept; null for none.',
      unseen_starts: 'Sessions started since a write last looked which one is active.',
    },
  },
  metadata_versions: {
    about:
      'States of metadata that a write replaced and that are kept, each compressed as its difference from a newer one.',
    columns: {
      sequential_id: id,
      version: 'The version that the state had.',
      written_at: 'When the state was written; null where that is not known.',
      session_id: 'The session in which it was written; null for none.',
      by_server: "True where the game's server wrote, false where the player did.",
      kept_at: 'When it was replaced.',
      milestone: 'True for a state kept for what it is, such as the one before a session; it lasts longer.',
      size_bytes: 'UTF-8 bytes of its text; 0 for a state without one.',
      base_version: 'The newer version that the content is read with; null where it stands by itself.',
      content: 'Empty for a state without text; else one byte for the form, and the text in it.',
    },
  },
  active_sessions: {
    about: 'One row for each player who plays. The primary key is the guarantee of one active session.',
    columns: {
      sequential_id: id,
      session_id: session,
      started_at: 'When it began.',
      last_activity: 'The last sign of life. In no index, so that a heartbeat is cheap.',
      context,
      corrected_activity:
        'The last sign of life by the clock as it is, where `last_activity` lies ahead of it ([decision 0040](decisions/0040-clocks-set-back.md)); else null.',
    },
  },
  ended_sessions: {
    about:
      'The history: appended to, read from the newest back, pruned by calendar months. On PostgreSQL each month has a partition, and `ended_sessions_other` takes what has none.',
    columns: {
      sequential_id: 'The player; after an erasure it names nobody.',
      ended_at: 'When it ended: for an expired one its last activity.',
      session_id: session,
      started_at: 'When it began.',
      reason: '`stopped`, `expired`, `replaced`, `terminated` or `erased`.',
      context,
    },
  },
  replays: {
    about: 'Idempotency keys: the outcome of the first write under each, kept for 24 hours.',
    columns: {
      sequential_id: id,
      key: 'The `Idempotency-Key` of the request.',
      fingerprint: 'Digest of method, path, media type and body: another request under the key is refused.',
      outcome: 'What the write came to, as JSON; null while its request is under way, in its transaction.',
      created_at:
        'When the key was first used; negative once the brief answer has taken the place of the whole one.',
      brief:
        'The outcome without its long text, or with the reason of a refusal; null where the outcome is enough.',
      brief_at: 'The `created_at` that the brief outcome belongs to.',
    },
  },
  rate_limits: {
    about:
      'Token buckets that all processes on a server share. A crash empties the table, so it costs no write-ahead log. Times are microseconds.',
    columns: {
      player_digest: 'SHA-256 of the name, so that an erased name does not come back.',
      full_at: 'When the bucket is full again.',
      asked_at: 'When a token was last asked for.',
      given: 'How many tokens were given then.',
    },
  },
  playkeep_schema: {
    about: "The number of the newest migration that was applied; on SQLite it is the file's `user_version`.",
    columns: { version: 'The number.' },
  },
};
