// The report of an import, in its file or on standard output. Every import that has begun to read its source leaves one.
import { endedBefore, type LastLine, lineOf, type ReportedLine } from '../import/report.ts';
import { visible } from '../lib/visible.ts';
import type { CommandContext } from './command.ts';
import { writeBeside } from './write-beside.ts';

type Line = ReportedLine | LastLine;

export interface WrittenReport {
  /** Undefined for standard output. */
  readonly file: string | undefined;
  /** @throws Error that names the file */
  write(lines: AsyncIterable<Line>): Promise<void>;
  /** Writes that the import ended before its first player, so that nobody takes an earlier report for that of this run. */
  writeUnlessBegun(error: unknown): Promise<void>;
}

interface ReportOptions {
  readonly from: string;
  readonly dryRun?: true;
  readonly report?: string;
}

export function createReport(
  { output, printError }: Pick<CommandContext, 'output' | 'printError'>,
  { from, dryRun, report: file }: ReportOptions,
): WrittenReport {
  let isBegun = false;

  async function write(lines: AsyncIterable<Line> | readonly Line[]): Promise<void> {
    isBegun = true;
    async function* texts(): AsyncGenerator<string> {
      for await (const line of lines) yield visible(lineOf(line));
    }
    if (file !== undefined) await writeBeside(file, texts());
    else for await (const text of texts()) await output.write(text);
  }

  async function writeUnlessBegun(error: unknown): Promise<void> {
    if (isBegun || !(error instanceof Error)) return;
    // The first error tells more than a failure to report it.
    await write([endedBefore(from, dryRun === true, error)]).catch((problem: Error) =>
      printError(`the report is not written: ${problem.message}`),
    );
  }
  return { file, write, writeUnlessBegun };
}
