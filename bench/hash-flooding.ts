// The time of requests whose keys collide in the runtime's hash tables, in each shape at each place that accepts JSON, at half
// and at full size, and the wait of a probe beside them. `npx bun bench/hash-flooding.ts [TREE]` stores its table under
// bench/results/. A ratio of about 2 is linear.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { signTestToken, testSecret } from '../test/harness/service.ts';
import { collidingShapes } from '../test/hostile/colliding.ts';
import { type FloodPlace, type FloodRequest, floodPlaces } from '../test/hostile/hash-flooding.ts';
import { commit, machine } from './machine.ts';
import { say, startService } from './program.ts';
import { keepResult } from './results.ts';

const tree = resolve(process.argv[2] ?? '.');
const repetitions = 20;
const startedOn = commit();

const directory = mkdtempSync(join(tmpdir(), 'playkeep-bench-'));
const service = await startService(
  { DATABASE_URL: `sqlite:${join(directory, 'playkeep.db')}`, JWT_SECRET: testSecret },
  tree,
);
const token = `Bearer ${await signTestToken('eve')}`;

async function send({ method, path, contentType, body, authorization }: FloodRequest): Promise<void> {
  const headers = new Headers({ authorization: authorization ?? token });
  if (contentType !== undefined) headers.set('content-type', contentType);
  const response = await fetch(service.url + path, { method, headers, ...(body !== undefined && { body }) });
  await response.arrayBuffer();
}

interface Timing {
  /** The shortest of several times. */
  readonly milliseconds: number;
  /** The longest wait of a probe. */
  readonly probeMilliseconds: number;
}

/** The last request is measured; the ones before it prepare the state. */
async function time(place: FloodPlace, object: string): Promise<Timing> {
  let milliseconds = Number.POSITIVE_INFINITY;
  let probeMilliseconds = 0;
  for (let round = 0; round < repetitions; round += 1) {
    const requests = place.requests(object);
    for (const request of requests) {
      const startedAt = performance.now();
      const sent = send(request).then(() => performance.now() - startedAt);
      // Separate connections, so that no probe waits in the client.
      const probed = fetch(`${service.url}/livez`).then(async (answer) => {
        await answer.arrayBuffer();
        return performance.now() - startedAt;
      });
      const took = await sent;
      probeMilliseconds = Math.max(probeMilliseconds, await probed);
      if (request === requests.at(-1)) milliseconds = Math.min(milliseconds, took);
    }
  }
  return { milliseconds, probeMilliseconds };
}

const lines = [
  `# Colliding keys, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; SQLite. Made by \`npx bun bench/hash-flooding.ts\`. Milliseconds of the request at half the size and at all of it, the shortest of ${repetitions}; their ratio; the longest that \`/livez\` waited beside it.`,
  '\n| Place | Shape | Bytes | Half | Whole | Ratio | Probe |\n|---|---|--:|--:|--:|--:|--:|',
];
let worstRatio = 0;
let worstProbe = 0;
for (const place of floodPlaces) {
  for (const shape of collidingShapes) {
    const half = await time(place, shape.text(place.maxBytes / 2));
    const whole = await time(place, shape.text(place.maxBytes));
    const ratio = whole.milliseconds / half.milliseconds;
    const probe = Math.max(half.probeMilliseconds, whole.probeMilliseconds);
    worstRatio = Math.max(worstRatio, ratio);
    worstProbe = Math.max(worstProbe, probe);
    const figures = [half.milliseconds, whole.milliseconds, ratio, probe].map((value) => value.toFixed(1));
    lines.push(`| ${place.name} | ${shape.name} | ${place.maxBytes} | ${figures.join(' | ')} |`);
  }
  say(`${place.name}: done`);
}
lines.push(
  `\nThe largest ratio is ${worstRatio.toFixed(2)}, the longest wait of a probe ${worstProbe.toFixed(0)} ms.`,
);
await service.stop();
rmSync(directory, { recursive: true });
keepResult('hash-flooding', startedOn, lines.join('\n'));
