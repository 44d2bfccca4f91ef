// The audit as a file: all entries of a filter, by following the cursor to the end. A file is whole or it is not made.
import { csvTextField } from '../../../../src/lib/csv.ts';
import { shownMakerName } from '../../../../src/lib/key-name.ts';
import type { RowPage } from '../../api/row-page.ts';
import { type AuditEntry, personOf } from './audit-entries.ts';

export type ExportFormat = 'csv' | 'json';

const columns = [
  'auditId',
  'at',
  'keyId',
  'keyName',
  'action',
  'sequentialId',
  'detail',
  'requestId',
  'personSubject',
  'personMail',
] as const;

/** The part of an export that is made. It goes on where it was, after a failure too. */
export interface AuditExport {
  readonly count: number;
  readonly isWhole: boolean;
  /** Loads until the end. @throws the failure of a page; the next call asks for that page again */
  run(signal: AbortSignal, onProgress: (count: number) => void): Promise<void>;
  /** The file. @throws Error before the end */
  file(): Blob;
}

type LoadPage = (cursor: string | undefined, signal: AbortSignal) => Promise<RowPage<AuditEntry>>;

export function createAuditExport(format: ExportFormat, load: LoadPage): AuditExport {
  // A browser may keep blobs on disk, so a long audit does not fill the memory.
  const parts: Blob[] = [];
  let cursor: string | undefined | null;
  let count = 0;
  return {
    get count() {
      return count;
    },
    get isWhole() {
      return cursor === null;
    },
    async run(signal, onProgress) {
      while (cursor !== null) {
        const { rows, nextCursor } = await load(cursor, signal);
        parts.push(new Blob([format === 'csv' ? csvLines(rows) : jsonElements(rows, count)]));
        count += rows.length;
        cursor = nextCursor;
        onProgress(count);
      }
    },
    file() {
      if (cursor !== null) throw new Error('the export is not whole');
      return format === 'csv'
        ? new Blob([`${columns.join(',')}\r\n`, ...parts], { type: 'text/csv;charset=utf-8' })
        : new Blob(['[', ...parts, '\n]\n'], { type: 'application/json' });
    },
  };
}

/** Lines of RFC 4180, in the order of the columns. */
const csvLines = (entries: readonly AuditEntry[]): string =>
  entries.map((entry) => `${columns.map((name) => fieldOf(entry, name)).join(',')}\r\n`).join('');

function fieldOf(entry: AuditEntry, name: (typeof columns)[number]): string {
  const value = shownValue(entry, name);
  return value === null || value === undefined ? '' : csvTextField(String(value));
}

function shownValue(entry: AuditEntry, name: (typeof columns)[number]): string | number | null | undefined {
  if (name === 'personSubject') return personOf(entry)?.subject;
  if (name === 'personMail') return personOf(entry)?.mail;
  return name === 'keyName' ? shownMakerName(entry) : entry[name];
}

/** Elements of an array, each as its exact text. @param before how many elements are before them */
const jsonElements = (entries: readonly AuditEntry[], before: number): string =>
  entries.map(({ source }, index) => `${before + index === 0 ? '' : ','}\n${source}`).join('');
