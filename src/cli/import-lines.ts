// The lines of an export: bytes → records of the right shape. A scan bounds the strings of a line before it is parsed, so the
// work is linear in its length, whatever its keys.
import { InvalidJson, scanDocument } from '../lib/json-scan.ts';
import { commandName } from '../lib/version.ts';
import { IMPORT_LINE_MAX_BYTES, IMPORT_LINE_MAX_STRINGS } from '../limits.ts';
import { type TransferLine, transferLine } from '../store/ports/transfer.ts';

/** The input is not an export, or not a complete one. The message names the line. */
export class InvalidExport extends Error {
  override readonly name = 'InvalidExport';
}

export interface Line {
  readonly bytes: Uint8Array;
  /** The number of the line, from 1. */
  readonly number: number;
}

const lineFeed = 0x0a;
/** The first byte of a file compressed with gzip (RFC 1952 section 2.3.1). No JSON begins with it. */
const gzipMagic = 0x1f;

/**
 * Splits an export into lines. A line may be much longer than a chunk, so its pieces are joined once, at its end.
 * @throws InvalidExport
 */
export async function* linesOf(input: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let number = 1;
  let isFirst = true;

  function add(piece: Uint8Array): void {
    length += piece.length;
    if (length > IMPORT_LINE_MAX_BYTES) {
      throw new InvalidExport(`line ${number}: is longer than ${IMPORT_LINE_MAX_BYTES} bytes`);
    }
    pieces.push(piece);
  }
  function finish(): Line {
    const line = { bytes: pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces), number };
    pieces = [];
    length = 0;
    number += 1;
    return line;
  }

  for await (const chunk of input) {
    if (isFirst && chunk[0] === gzipMagic) {
      throw new InvalidExport(
        `is compressed with gzip; hand it over by gunzip -c FILE | ${commandName} import`,
      );
    }
    isFirst &&= chunk.length === 0;
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      add(chunk.subarray(from, at));
      yield finish();
      from = at + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  if (length > 0) yield finish();
}

/** Parses a line of an export. @throws InvalidExport */
export function parseLine({ bytes, number }: Line): TransferLine {
  const refuse = (reason: string): never => {
    const hint =
      number === 1 ? '; for a file of another service, or of your own, name its kind by --from' : '';
    throw new InvalidExport(`line ${number}: is no record of a Playkeep export: ${reason}${hint}`);
  };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse('it is not UTF-8');
  }
  try {
    scanDocument(bytes, { maxDepth: 1, maxStrings: IMPORT_LINE_MAX_STRINGS });
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error;
    const reasons = {
      syntax: `not JSON at byte ${error.offset + 1}`,
      depth: 'it is nested',
      strings: 'it has too many strings',
    };
    return refuse(reasons[error.problem]);
  }
  const parsed = transferLine.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return refuse(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim().slice(0, REASON_CHARACTERS));
}

/** The characters of a reason, which may name an unknown member of any length. */
const REASON_CHARACTERS = 200;
