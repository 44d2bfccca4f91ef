// A backend's job: bulk requests of 100 operations without a pause but `Retry-After`, each
// connection behind the answer to its last. A program of
// its own, so that it takes no time from the load generator of the players. Arguments: url, key, connections, players, seconds.
import { inventory, saves } from './data.ts';
import { say } from './program.ts';

const [url = '', key = '', connections = '4', players = '10000', seconds = '10', kind = 'small'] =
  process.argv.slice(2);
const until = performance.now() + Number(seconds) * 1000;
const statuses = new Map<number, number>();
const count = (status: number): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1);

/** Half sets, a quarter of counters, a quarter of reads; or sets and patches of 16 KB. */
function operation(n: number): string {
  const sequentialId = 1 + Math.floor(Math.random() * Number(players));
  const set = kind === 'large' ? inventory : (saves[n % saves.length] ?? '{}');
  if (n % 4 < 2) return `{"sequentialId":${sequentialId},"op":"set","data":${set}}`;
  if (n % 4 === 2)
    return `{"sequentialId":${sequentialId},"op":"patch","data":[{"op":"increment","path":"/gold","by":1}]}`;
  return `{"sequentialId":${sequentialId},"op":"get"}`;
}

async function work(): Promise<void> {
  while (performance.now() < until) {
    const operations = Array.from({ length: 100 }, (_, n) => operation(n));
    const response = await fetch(`${url}/api/server/metadata/bulk`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: `{"operations":[${operations.join(',')}]}`,
    });
    const { statusCode, data } = (await response.json()) as {
      statusCode: number;
      data?: { results: readonly { statusCode: number }[] };
    };
    if (!data) {
      count(-statusCode);
      await Bun.sleep(1_000 * Number(response.headers.get('retry-after') ?? 0));
    }
    for (const result of data?.results ?? []) count(result.statusCode);
  }
}

await Promise.all(Array.from({ length: Number(connections) }, work));
say(JSON.stringify(Object.fromEntries(statuses)));
process.exit(0);
