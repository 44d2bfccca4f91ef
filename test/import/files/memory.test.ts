// The memory of a whole reading stays bounded, whether a source has many players or very large ones. Each is read by a process of its own.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { amount } from '../../harness/nightly.ts';

const maxKibibytes = 300 * 1024;
/** Characters of one to three bytes, so that the runtime takes two bytes for each. */
const large = 'Grö\u8a9e{}'.repeat(1_500_000);

/** @param texts the source, piece by piece */
async function readAll(name: string, settings: object, texts: Iterable<string>) {
  const program = [process.execPath, join(import.meta.dir, 'read-all.ts'), name, JSON.stringify(settings)];
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
  60_000,
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
