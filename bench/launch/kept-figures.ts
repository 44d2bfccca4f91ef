// The figures of a launch, as JSON under bench/results/, from which the page is written.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machine } from '../machine.ts';

const directory = join(import.meta.dir, '../results');

export type Kept<Figures> = Figures & {
  readonly day: string;
  readonly commit: string;
  readonly machine: string;
  readonly command: string;
};

/** @param startedOn the commit on which the run began */
export function keepFigures(name: string, startedOn: string, figures: object): void {
  const day = new Date().toISOString().slice(0, 10);
  const command = ['npx bun bench/launch.ts', ...process.argv.slice(2)].join(' ');
  const kept = { day, commit: startedOn, machine: machine(), command, ...figures };
  writeFileSync(join(directory, `${day}-${startedOn}-${name}.json`), `${format(kept)}\n`);
}

/** A line for each member, and for each entry of a list. */
function format(kept: object): string {
  const line = (value: unknown) =>
    Array.isArray(value)
      ? `[\n${value.map((each) => `    ${JSON.stringify(each)}`).join(',\n')}\n  ]`
      : JSON.stringify(value);
  const members = Object.entries(kept).map(([name, value]) => `  "${name}": ${line(value)}`);
  return `{\n${members.join(',\n')}\n}`;
}

/** The newest run of a name. */
export function newestFigures<Figures>(
  name: string,
): (Kept<Figures> & { readonly file: string }) | undefined {
  const file = readdirSync(directory)
    .filter((each) => each.endsWith(`-${name}.json`))
    .sort()
    .at(-1);
  if (file === undefined) return undefined;
  return { ...JSON.parse(readFileSync(join(directory, file), 'utf8')), file };
}
