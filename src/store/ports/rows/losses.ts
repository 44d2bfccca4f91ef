// The columns of losses: saves that dropped most of a player's metadata (ports/losses.ts).
import { z } from 'zod';
import { LOSS_GAME_VERSION_MAX_CHARACTERS } from '../../../limits.ts';
import { writers } from '../versions.ts';
import { column, count, describeTable, id, type RecordOf, time } from './table.ts';

const text = z.string().nullable();

export const metadataLosses = describeTable('metadata-loss', 'metadata_losses', {
  sequentialId: column('sequential_id', 'integer', id, 'The player.'),
  version: column('version', 'integer', id, 'The version of the metadata that the save made.'),
  lostAt: column('lost_at', 'integer', time, 'When the save was made.'),
  bytesBefore: column('bytes_before', 'small', count, 'The size in UTF-8 of the text before the save.'),
  bytesAfter: column('bytes_after', 'small', count, 'The size in UTF-8 of the text after it.'),
  membersBefore: column(
    'members_before',
    'small',
    count,
    'The members at the top of the object before the save.',
  ),
  membersAfter: column('members_after', 'small', count, 'The members at the top of the object after it.'),
  by: column(
    'written_by',
    'writer_name',
    z.enum(writers),
    'The kind of the writer: `player`, or `server` for a server key. Later kinds are further texts.',
  ),
  keyId: column('key_id', 'text', text, 'The id of the server key that wrote; null for the player.'),
  keyName: column('key_name', 'text', text, 'The name that the server key had; null for the player.'),
  sessionId: column(
    'session_id',
    'uuid',
    z.uuid().nullable(),
    'The session in which the player saved; null for none, and for a server.',
  ),
  installationId: column(
    'installation_id',
    'text',
    text,
    'The installation that started the session; null for none.',
  ),
  context: column('context', 'text', text, 'The context of the session as JSON text; null for none.'),
  gameVersion: column(
    'game_version',
    'text',
    z.string().min(1).max(LOSS_GAME_VERSION_MAX_CHARACTERS).nullable(),
    'The member `version` of the context; null where there is none.',
  ),
  restoredAt: column(
    'restored_at',
    'integer',
    time.nullable(),
    'When a state from before the loss was restored; null while none was.',
  ),
});

export type MetadataLossRecord = RecordOf<typeof metadataLosses>;
