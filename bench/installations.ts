// The bytes that a save takes on PostgreSQL: plain, and as clients send it with `X-Installation-Id`, for players with one
// installation and with sixteen, and for texts below and above the size at which PostgreSQL stores them apart (TOAST, 2 KB).
// `npx bun bench/installations.ts` stores its table under bench/results/. Bytes do not depend on the load of the machine.
import { sampleOf } from './data.ts';
import { commit, machine } from './machine.ts';
import { openMeasuredStore } from './postgres-store.ts';
import { say } from './program.ts';
import { keepResult } from './results.ts';

const players = 20_000;
const times = 12_800;
const startedOn = commit();
const measured = await openMeasuredStore(players);
const { store, one, logBytes, saveOf } = measured;
const saving = 1_000;

/** Progress of about this many bytes: items with counts, half of them random, as games have them. */
function progress(bytes: number): string {
  const items: unknown[] = [];
  const text = () => JSON.stringify({ level: 12, position: [1.5, 2.5], items });
  while (text().length < bytes) {
    const random = Buffer.from(crypto.getRandomValues(new Uint8Array(9))).toString('base64');
    items.push({ id: `item-${items.length}`, key: random, count: items.length % 9 });
  }
  return text();
}

interface Counts {
  readonly updates: number;
  readonly hot: number;
}

/** The counters of a table arrive within a second. */
async function countsOf(table: string): Promise<Counts> {
  await Bun.sleep(1_500);
  const count = (column: string) =>
    one(`SELECT ${column} AS value FROM pg_stat_user_tables WHERE relname = '${table}'`);
  return { updates: await count('n_tup_upd'), hot: await count('n_tup_hot_upd') };
}

const rowBytes = (ids: readonly number[]) =>
  one(`SELECT avg(pg_column_size(metadata.*)) AS value FROM metadata WHERE sequential_id IN (${ids.join()})`);

type SaveOf = (player: number, text: string, turn: number) => Promise<unknown>;

const kinds: readonly (readonly [title: string, save: SaveOf])[] = [
  ['plain set', (player, text) => store.metadata.save(player, text)],
  ['save of one installation', (player, text) => saveOf(player, text)],
  ['save of one of 16 installations', (player, text, turn) => saveOf(player, text, turn % 16)],
];
/** Each kind and size has players of its own. */
const sample = sampleOf(players, 9 * saving);

const format = (value: number): string => Math.round(value).toLocaleString('en-US');
const rows: string[] = [];
for (const [size, bytes] of [
  ['300 B', 280],
  ['1.5 KB', 1_500],
  ['8 KB', 8_000],
] as const) {
  const texts = Array.from({ length: 8 }, () => progress(bytes));
  for (const [kind, save] of kinds) {
    const ids = sample.splice(0, saving);
    const call = (n: number) =>
      save(
        ids[n % saving] ?? 0,
        texts[Math.floor(Math.random() * texts.length)] ?? '{}',
        Math.floor(n / saving),
      );
    // All players have their installations, and the images of pages after a checkpoint are not counted.
    await logBytes(saving * 17, call);
    const before = await countsOf('metadata');
    const log = await logBytes(times, call);
    const after = await countsOf('metadata');
    const hot = (after.hot - before.hot) / (after.updates - before.updates);
    const row = await rowBytes(ids);
    rows.push(`| ${size} | ${kind} | ${format(log)} | ${(hot * 100).toFixed(1)} % | ${format(row)} |`);
    say(rows.at(-1) ?? '');
  }
}
const left = await one('SELECT count(*) AS value FROM idempotency_keys');
await measured.close();

keepResult(
  'installations',
  startedOn,
  [
    `# Bytes of saves on PostgreSQL, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
    `\n${machine()}; ${format(players)} players, of which ${format(saving)} save in turn, 128 calls at once, ${format(times)} saves each. Made by \`npx bun bench/installations.ts\`. Rows left in \`idempotency_keys\`: ${left}.\n`,
    '| text | | log bytes each | HOT updates | row bytes |',
    '|---|---|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n'),
);
process.exit(0);
