// The checks of the doctor on a range of players, the same on both engines.
import { METADATA_LIMIT_BYTES } from '../../limits.ts';
import { DOCTOR_AUDIT_ROWS, RESTORED_VERSIONS } from '../../tuning.ts';
import { writtenVersion } from '../ports/audit.ts';
import type { DoctorStep, Finding } from '../ports/doctor.ts';
import type { Loss } from '../ports/losses.ts';
import { metadataLosses } from '../ports/rows/losses.ts';
import { checkedNames, players } from '../ports/rows/players.ts';
import { checkOf, namesOf } from '../ports/rows/table.ts';
import { checkedNames as checkedVersionNames, metadataVersions } from '../ports/rows/versions.ts';
import { createIndexCheck, type IndexCheck } from './doctor-indexes.ts';
import { partsOf } from './doctor-parts.ts';
import type {
  AuditDetails,
  AuditKey,
  DoctorReads,
  IdRange,
  MetadataFacts,
  VersionDetails,
} from './doctor-reads.ts';
import { examineVersions } from './doctor-versions.ts';
import { objectTextProblem } from './stored-texts.ts';

export type RangeResult = DoctorStep;

/** @param auditStart the time before which entries of the audit may be deleted. */
export async function examineRange(
  reads: DoctorReads,
  range: IdRange,
  auditStart: number,
): Promise<RangeResult> {
  const metadata = await reads.listMetadata(range);
  const versions = await reads.listVersions(range);
  const indexes = await createIndexCheck(reads, range);
  const written = serverWrites(metadata, versions, auditStart);
  const findings = [
    ...metadata.filter(({ hasPlayer }) => !hasPlayer).map(nameless),
    ...(await reads.listOrphans(range)).map(({ tableName, sequentialId }) => ({
      table: tableName,
      sequentialId,
      problem: 'there is no such player',
    })),
    ...(await reads.listCrowded(range)).map((sequentialId) => ({
      table: 'active_sessions',
      sequentialId,
      problem: 'there is more than one active session',
    })),
    ...metadata.flatMap((row) => findingsOf('metadata', row, playerProblems(row))),
    ...versions.flatMap((row) => findingsOf('metadata_versions', row, versionProblems(row))),
    ...examineLosses(await reads.listLosses(range), metadata),
    ...(await examineTexts(reads, metadata, indexes)),
    ...(await examineVersions(reads, metadata, versions)),
    ...(await examineAudit(reads, range, metadata, written)),
  ];
  return { players: metadata.length, toBeMended: indexes.toBeMended(), findings };
}

const lossProblems = checkOf(metadataLosses, namesOf(metadataLosses));

function examineLosses(losses: readonly Loss[], metadata: readonly MetadataFacts[]): readonly Finding[] {
  const current = new Map(metadata.map((row) => [row.sequentialId, row.metadataVersion]));
  return losses.flatMap((loss) => {
    const { sequentialId, version } = loss;
    const isAhead = version > (current.get(sequentialId) ?? version);
    const problem = `the loss at version ${version} is newer than the metadata`;
    return [
      ...findingsOf('metadata_losses', loss, lossProblems(loss)),
      ...(isAhead ? [{ table: 'metadata_losses', sequentialId, problem }] : []),
    ];
  });
}

const playerProblems = checkOf(players, checkedNames);
const versionProblems = checkOf(metadataVersions, checkedVersionNames);

/** Columns with values that an import would refuse. */
const findingsOf = (
  table: string,
  { sequentialId }: { readonly sequentialId: number },
  problems: readonly string[],
): readonly Finding[] =>
  problems.map((problem) => ({ table, sequentialId, problem: `the column ${problem}` }));

const nameless = ({ sequentialId }: MetadataFacts): Finding => ({
  table: 'metadata',
  sequentialId,
  problem: 'there is no player with this number',
});

/** Looks at each text, and at the index entries of its values. */
async function examineTexts(
  reads: DoctorReads,
  metadata: readonly MetadataFacts[],
  indexes: IndexCheck,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const part of partsOf(metadata, ({ textBytes }) => textBytes ?? 0)) {
    const texts = await reads.findTexts(part.map(({ sequentialId }) => sequentialId));
    const textOf = new Map(texts.map(({ sequentialId, text }) => [sequentialId, text]));
    for (const row of part) {
      const text = textOf.get(row.sequentialId) ?? null;
      const problem = text === null ? undefined : textProblem(text, row.textBytes);
      if (problem === undefined) findings.push(...indexes.examine(row, text));
      else
        findings.push({ table: 'metadata', sequentialId: row.sequentialId, problem: `the text ${problem}` });
    }
  }
  return findings;
}

/** Bytes that are not UTF-8 decode to U+FFFD, which takes another number of bytes. */
const textProblem = (text: string, textBytes: number | null): string | undefined =>
  Buffer.byteLength(text) === textBytes ? objectTextProblem(text, METADATA_LIMIT_BYTES) : 'is not UTF-8';

/** States that servers wrote, by player and version, and the table that holds each. Each must have an entry in the audit. */
type ServerWrites = Map<
  string,
  { readonly table: string; readonly sequentialId: number; readonly version: number }
>;

/** A restore raises versions, and the audit names them as they were. */
const keyOf = (sequentialId: number, version: number): string =>
  `${sequentialId} ${version % RESTORED_VERSIONS}`;

function serverWrites(
  metadata: readonly MetadataFacts[],
  versions: readonly VersionDetails[],
  auditStart: number,
): ServerWrites {
  const writes: ServerWrites = new Map();
  const add = (table: string, version: number, row: MetadataFacts | VersionDetails): void => {
    const { sequentialId, keyId, writtenAt } = row;
    if (keyId === null || writtenAt === null || writtenAt < auditStart) return;
    writes.set(keyOf(sequentialId, version), { table, sequentialId, version });
  };
  for (const row of versions) if (row.by === 'server') add('metadata_versions', row.version, row);
  for (const row of metadata) add('metadata', row.metadataVersion, row);
  return writes;
}

/** Compares entries of the audit with the writes that they tell of. */
async function examineAudit(
  reads: DoctorReads,
  range: IdRange,
  metadata: readonly MetadataFacts[],
  missing: ServerWrites,
): Promise<Finding[]> {
  const current = new Map(metadata.map((row) => [row.sequentialId, row.metadataVersion]));
  const findings: Finding[] = [];
  let after: AuditKey | undefined = {
    sequentialId: range.after,
    at: Number.MAX_SAFE_INTEGER,
    auditId: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  };
  while (after) {
    const entries: readonly AuditDetails[] = await reads.listAudit(range, after, DOCTOR_AUDIT_ROWS);
    for (const entry of entries) {
      const version = writtenVersion(entry);
      if (version !== undefined) missing.delete(keyOf(entry.sequentialId, version));
      const problem = entryProblem(entry, version, current.get(entry.sequentialId));
      if (problem)
        findings.push({ table: 'audit_entries', sequentialId: entry.sequentialId || null, problem });
    }
    after = entries.length < DOCTOR_AUDIT_ROWS ? undefined : entries.at(-1);
  }
  for (const { table, sequentialId, version } of missing.values()) {
    findings.push({
      ...{ table, sequentialId },
      problem: `version ${version} was written by a server, and no entry of the audit tells of it`,
    });
  }
  return findings;
}

/** @param current the version of the player's metadata; undefined for an erased player. */
function entryProblem(
  { auditId, action, detail }: AuditDetails,
  version: number | undefined,
  current: number | undefined,
): string | undefined {
  if (detail !== null && objectTextProblem(detail, METADATA_LIMIT_BYTES)) {
    return `the detail of the entry ${auditId} is no JSON object`;
  }
  if (action.startsWith('metadata.') && version === undefined) {
    return `the entry ${auditId} tells of a write, and names no version`;
  }
  if (version === undefined || current === undefined || version <= current) return undefined;
  return `the entry ${auditId} tells of version ${version}, and the metadata is at version ${current}`;
}
