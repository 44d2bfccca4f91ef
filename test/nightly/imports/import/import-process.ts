// An import in a process of its own, to be killed: `bun import-process.ts SEED COUNT`. It tells of each batch.
import { manualClock } from '../../../harness/clock.ts';
import { importPlayers } from '../../../harness/imports.ts';
import { randomPlayers } from './random-players.ts';

const [seed, count] = process.argv.slice(2).map(Number);
const clock = manualClock();
const { DATABASE_URL = '' } = process.env;
const players = randomPlayers(seed ?? 0, count ?? 0, clock.now());
process.stdout.write('batch\n');
const { last } = await importPlayers(players, { DATABASE_URL, DATABASE_POOL_SIZE: '4' }, clock, {
  existing: 'merge',
  progress: () => void process.stdout.write('batch\n'),
  bounds: { players: 7, records: 60, bytes: 100_000, rest: 0 },
});
process.stdout.write(`${JSON.stringify(last)}\n`);
