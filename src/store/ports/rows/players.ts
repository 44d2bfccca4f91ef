// The columns of a player that travel: the name, and the row of metadata. CONTRIBUTING.md has the recipe to add one.
import { z } from 'zod';
import { INSTALLATIONS_PER_PLAYER } from '../../../limits.ts';
import { writers } from '../versions.ts';
import { column, count, describeTable, id, namesOf, namesWithout, type RecordOf, time } from './table.ts';

const text = z.string().nullable().default(null);
const lateTime = time.nullable().default(null);

export const players = describeTable('player', 'metadata', {
  sequentialId: column('sequential_id', 'integer', id, 'The player.', { isShown: true }),
  playerId: column(
    'player_id',
    'text',
    z.string(),
    "The player's name, as the claim of the token gives it.",
    { table: 'players', isRepeated: true, isShown: true },
  ),
  registeredAt: column('registered_at', 'integer', time, 'When the player was registered.', {
    table: 'players',
    isShown: true,
  }),
  metadataVersion: column(
    'version',
    'integer',
    count,
    'The number of changes, deletions included. It is part of the entity tag and what compare-and-swap compares.',
  ),
  metadataText: column(
    'text',
    'text',
    z.string().nullable(),
    'The JSON text of `data` as it was submitted; null until it is set, and after it was deleted.',
  ),
  writtenAt: column(
    'written_at',
    'integer',
    lateTime,
    'When the metadata was last written; null for a write from before kept versions existed.',
  ),
  writtenBy: column(
    'by_server',
    'writer',
    z.enum(writers).default('player'),
    "True where the game's server wrote, false where the player did.",
  ),
  sessionId: column(
    'written_session_id',
    'uuid',
    z.uuid().nullable().default(null),
    'The session that was active when a write last looked for one; null when there was none.',
  ),
  keptAt: column(
    'kept_at',
    'integer',
    lateTime,
    'When the newest kept version was kept; null when none was.',
  ),
  keyId: column(
    'written_key_id',
    'text',
    text,
    'The id of the server key that wrote the metadata; null where the player wrote it, and for the command line.',
    // A process of an earlier version leaves the key of the server whose state it replaced.
    { reads: 'CASE WHEN metadata.by_server THEN metadata.written_key_id END' },
  ),
  suspendedUntil: column(
    'suspended_until',
    'integer',
    lateTime,
    'The end of a suspension, in the year 9999 for one without an end; null for none. It may be over. The player can write nothing before.',
    { isShown: true },
  ),
  suspensionReason: column(
    'suspension_reason',
    'text',
    text,
    'The reason that was given for the suspension; null for none.',
  ),
  lastSeenAt: column(
    'last_seen_at',
    'integer',
    lateTime,
    'The last activity of the sessions that were deleted from the history, on PostgreSQL also the newest start; null for neither.',
  ),
  lastWrites: column(
    'last_writes',
    'binary',
    z
      .string()
      .regex(new RegExp(`^(?:[0-9a-f]{64}){1,${INSTALLATIONS_PER_PLAYER}}$`))
      .nullable()
      .default(null),
    'The last write of each installation, the newest first: 16 bytes of a digest of the installation and 16 of one of the write; null for none.',
  ),
});

export type PlayerRecord = RecordOf<typeof players>;

type PlayerColumns = (typeof players)['columns'];
/** The columns that the facts about a player in the server API have. */
export type ShownPlayer = {
  readonly [Name in keyof PlayerColumns as PlayerColumns[Name] extends { readonly isShown: true }
    ? Name
    : never]: PlayerRecord[Name];
};
export const shownNames = namesOf(players).filter((name) => 'isShown' in players.columns[name]);

/** The columns that the doctor reads elsewhere: the names, and the texts in parts. */
const readElsewhere = ['playerId', 'registeredAt', 'metadataText'] as const;
/** The columns that the doctor reads of each row. */
export const checkedNames = namesWithout(players, readElsewhere);
export type CheckedPlayer = Omit<PlayerRecord, 'type' | (typeof readElsewhere)[number]>;
