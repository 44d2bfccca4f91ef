// The memory of a whole reading stays bounded, whether a source has many players or very large ones. Each is read by a process of its own.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { amount } from '../../../../harness/nightly.ts';
import { useFolder } from '../../../../import/test-folder.ts';

const maxKibibytes = 300 * 1024;
/** Characters of one to three bytes, so that the runtime takes two bytes for each. */
const large = 'Grö\u8a9e{}'.repeat(1_500_000);

/** @param texts the source, piece by piece, unless it is the folder `from` */
async function readAll(
  name: string,
  settings: object,
  texts: Iterable<string>,
  from: readonly string[] = [],
) {
  const readIt = join(import.meta.dir, 'read-all.ts');
  const program = [process.execPath, readIt, name, JSON.stringify(settings), ...from];
  // A pipe of the shell can be opened by its path, which the socket of a spawned process cannot.
  const child = Bun.spawn(['bash', '-c', 'cat | "$@"', 'bash', ...program], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  for (const text of texts) {
    child.stdin.write(text);
    await child.stdin.flush();
  }
  await child.stdin.end();
  const output = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  return JSON.parse(output);
}

function* numbered(count: number, text: (index: number) => string): Generator<string> {
  for (let index = 0; index < count; index += 1) yield text(index);
}

const many = amount(50_000, 1_000_000);
/** Some thousand pieces at once. */
function* joined(texts: Iterable<string>): Generator<string> {
  let text = '';
  for (const each of texts) {
    text += each;
    if (text.length < 1_000_000) continue;
    yield text;
    text = '';
  }
  yield text;
}

test.skipIf(process.platform !== 'linux').each([
  ['jsonl', {}, '', (index: number) => `{"id":"p${index}","save":"${large}"}\n`],
  ['csv', {}, 'id,save\n', (index: number) => `p${index},"${large}"\n`],
] as const)(
  '%s of players of many megabytes',
  async (name, settings, head, line) => {
    expect(Buffer.byteLength(large)).toBeGreaterThan(10_000_000);
    const read = await readAll(name, settings, [head, ...numbered(12, line)]);
    expect(read).toMatchObject({ players: 12, refusals: 0 });
    expect(read.peakKibibytes).toBeLessThan(maxKibibytes);
  },
  300_000,
);

test.skipIf(process.platform !== 'linux').each([
  [
    'jsonl',
    { registeredAt: '/at' },
    '',
    (index: number) =>
      `{"id":"player ${index}","at":1714557600,"gold":0.10,"save":{"items":["bow","sword"],"x":[1,2,3]}}\n`,
  ],
  [
    'csv',
    { key: 'key', value: 'value' },
    'player,key,value\n',
    (index: number) => `player ${(index * 7_919) % many},k${index % 3},"${index} of some ""value"""\n`,
  ],
] as const)(
  '%s of many players, whose rows may stand far apart',
  async (name, settings, head, line) => {
    const read = await readAll(name, settings, joined([head, ...numbered(many, line)]));
    expect(read).toMatchObject({ players: many, refusals: 0 });
    expect(read.peakKibibytes).toBeLessThan(maxKibibytes);
  },
  300_000,
);

/** Characters of a name or a value that is near the bound of a part alone. */
const huge = 'a'.repeat(15_000_000);

test.skipIf(process.platform !== 'linux')(
  'csv of one player with many long names of values',
  async () => {
    const rows = numbered(20, (index) => `ann,"${huge}${index}",1\n`);
    const settings = { id: 'p', key: 'k', value: 'v' };
    const read = await readAll('csv', settings, ['p,k,v\nbob,a,1\n', ...rows]);
    expect(read).toMatchObject({ players: 1, refusals: 1 });
    expect(read.peakKibibytes).toBeLessThan(maxKibibytes);
  },
  300_000,
);

describe.skipIf(process.platform !== 'linux')('a folder', () => {
  const folder = useFolder();

  test('of unity with one player of many large pages', async () => {
    const pages = 20;
    folder.put('players-1.json', '{"results":[{"id":"A"},{"id":"B"}]}');
    const created = '"created":{"date":"2024-05-01T10:00:00Z"}';
    folder.put('items/B/default-1.json', `{"results":[{"key":"k","value":1,${created}}]}`);
    for (let page = 1; page <= pages; page += 1)
      folder.put(
        `items/A/default-${page}.json`,
        `{"results":[{"key":"k${page}","value":"${huge}",${created}}],"links":{"next":${page < pages ? '"/n"' : 'null'}}}`,
      );
    const read = await readAll('unity', {}, [], [folder.path]);
    expect(read).toMatchObject({ players: 1, refusals: 1 });
    expect(read.peakKibibytes).toBeLessThan(maxKibibytes);
  }, 300_000);

  test('of talo with one player of many long kinds of ids', async () => {
    folder.put('players-1.csv', 'id,createdAt\nann,2024-05-01T10:00:00Z\n');
    const rows = Array.from({ length: 15 }, (_, index) => `"${huge}${index}",x${index},ann\n`);
    folder.put('playerAliases-1.csv', `service,identifier,player.id\n${rows.join('')}`);
    const read = await readAll('talo', {}, [], [folder.path]);
    expect(read).toMatchObject({ players: 0, refusals: 1 });
    expect(read.peakKibibytes).toBeLessThan(maxKibibytes);
  }, 300_000);
});
