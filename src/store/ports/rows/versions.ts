// The columns of kept versions (shared/versions.ts). They travel newest first, so that each comes after its base.
import { z } from 'zod';
import { writers } from '../versions.ts';
import { column, count, describeTable, id, namesWithout, type RecordOf, time } from './table.ts';

export const metadataVersions = describeTable('metadata-version', 'metadata_versions', {
  sequentialId: column('sequential_id', 'integer', id, 'The player.'),
  version: column('version', 'integer', id, 'The version of the metadata at that time.'),
  writtenAt: column(
    'written_at',
    'integer',
    time.nullable(),
    'When the text was written; null when that is not known.',
  ),
  sessionId: column(
    'session_id',
    'uuid',
    z.uuid().nullable(),
    'The session in which the text was written; null when there was none.',
  ),
  by: column(
    'by_server',
    'writer',
    z.enum(writers),
    "True where the game's server wrote, false where the player did.",
  ),
  keyId: column(
    'key_id',
    'text',
    z.string().nullable().default(null),
    'The id of the server key that wrote the text; null where the player wrote it.',
  ),
  keptAt: column('kept_at', 'integer', time, 'When the text was replaced.'),
  milestone: column(
    'milestone',
    'boolean',
    z.boolean(),
    'True for the text before a session, a deletion, a restore or a write by the server. Such versions are kept longer.',
  ),
  sizeBytes: column('size_bytes', 'small', count, 'The size of the text in UTF-8; 0 when there was none.'),
  baseVersion: column(
    'base_version',
    'integer',
    id.nullable(),
    'The newer version that the content is a difference from; null when the content is complete.',
  ),
  content: column(
    'content',
    'bytes',
    z.string(),
    'One byte for the format, then the text in that format; empty when there was no text.',
  ),
});

export type MetadataVersionRecord = RecordOf<typeof metadataVersions>;

/** The columns that the doctor reads of each row. It reads contents in parts. */
export const checkedNames = namesWithout(metadataVersions, ['content']);
export type CheckedVersion = Omit<MetadataVersionRecord, 'type' | 'content'>;

/** The columns of a version that is listed. */
export const factNames = namesWithout(metadataVersions, ['milestone', 'content']);
