// The doctor's check of kept versions: each can be decoded, from the next newer one where it is a difference, and is what its row
// says. One content and two texts are in memory beside the contents that were read at once.
import { METADATA_LIMIT_BYTES } from '../../limits.ts';
import type { Finding } from '../ports/doctor.ts';
import { partsOf } from './doctor-parts.ts';
import type { DoctorReads, MetadataFacts, VersionDetails } from './doctor-reads.ts';
import { objectTextProblem } from './stored-texts.ts';
import { decodeContent } from './version-contents.ts';

/** A version that was looked at; without a text where it could not be decoded or has none. */
interface Decoded {
  readonly sequentialId: number;
  readonly version: number;
  readonly text: Buffer | undefined;
}

/** @param versions each player's newest first. */
export async function examineVersions(
  reads: DoctorReads,
  metadata: readonly MetadataFacts[],
  versions: readonly VersionDetails[],
): Promise<Finding[]> {
  const current = new Map(metadata.map((row) => [row.sequentialId, row.metadataVersion]));
  const findings: Finding[] = [];
  const note = ({ sequentialId, version }: VersionDetails, problem: string | undefined): void => {
    if (problem === undefined) return;
    findings.push({ table: 'metadata_versions', sequentialId, problem: `version ${version} ${problem}` });
  };
  let newer: Decoded | undefined;
  for (const part of partsOf(versions, ({ contentBytes }) => contentBytes)) {
    const contents = await reads.findContents(part);
    const byKey = new Map(contents.map((row) => [keyOf(row), row.content]));
    for (const row of part) {
      const { sequentialId, version } = row;
      if (version >= (current.get(sequentialId) ?? Number.POSITIVE_INFINITY)) {
        note(row, 'is not older than the metadata');
      }
      const content = byKey.get(keyOf(row));
      const decoded = content && decode(row, content, newer);
      note(row, decoded?.problem);
      newer = { sequentialId, version, text: decoded?.text };
    }
  }
  return findings;
}

const keyOf = ({ sequentialId, version }: Pick<VersionDetails, 'sequentialId' | 'version'>): string =>
  `${sequentialId} ${version}`;

function decode(
  row: VersionDetails,
  content: Uint8Array,
  newer: Decoded | undefined,
): { readonly text?: Buffer | undefined; readonly problem?: string | undefined } {
  const { sequentialId, baseVersion, sizeBytes } = row;
  const base = newer?.sequentialId === sequentialId && newer.version === baseVersion ? newer : undefined;
  if (baseVersion !== null && !base) {
    return { problem: `cannot be read: its base, version ${baseVersion}, is not the next newer one` };
  }
  if (baseVersion !== null && !base?.text) {
    return { problem: `cannot be read, since its base, version ${baseVersion}, cannot` };
  }
  let text: Buffer | undefined;
  try {
    text = decodeContent(content, base?.text, sizeBytes);
  } catch {
    return { problem: 'cannot be decoded' };
  }
  if ((text?.length ?? 0) !== sizeBytes) {
    return { text, problem: `has ${text?.length ?? 0} bytes where its row says ${sizeBytes}` };
  }
  return { text, problem: text && textProblem(text) };
}

function textProblem(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes)) return 'is not UTF-8';
  return objectTextProblem(text, METADATA_LIMIT_BYTES);
}
