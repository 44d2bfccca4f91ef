// A program of a test: reads a source from standard input to its end, and prints its items, and the most memory that it had, in KiB.
// `bun read-all.ts csv|jsonl|… [SETTINGS] [SOURCE]`
import { readFileSync } from 'node:fs';
import { sources } from '../../../../../src/import/sources.ts';

const [name, settings, from = '/dev/stdin'] = process.argv.slice(2);
const kind = sources.find((each) => each.name === name);
if (!kind) throw new Error('there is no such source');
const source = await kind.open({
  from,
  settings: settings === undefined ? undefined : JSON.parse(settings),
  environment: {},
});
let players = 0;
let refusals = 0;
for await (const item of source.read()) {
  if ('reason' in item) refusals += 1;
  else players += 1;
}
await source.close();
const peak = /VmHWM:\s+(?<kibibytes>\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.groups?.kibibytes;
process.stdout.write(JSON.stringify({ players, refusals, peakKibibytes: Number(peak) }));
