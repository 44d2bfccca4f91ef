// The console in a real browser, against the goals of its pages: bytes of the first load, the overview, a list of 100,000 players,
// and a document of 1 MiB. `npx bun bench/console.ts` stores its table under bench/results/. Options: --players 100000 --loads 7
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { buildConsole } from '../console/build.ts';
import { fillStore } from '../src/demo/fill-store.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createLog } from '../src/lib/log.ts';
import { newContext, whyNoBrowser } from '../test/harness/browser/browser.ts';
import { goOnInSession, signInHere } from '../test/harness/browser/console.ts';
import { timeOfPage, transferredBytes } from '../test/harness/browser/page-load.ts';
import { runStepsAfterTests } from '../test/harness/end-of-tests.ts';
import { testConfig } from '../test/harness/service.ts';
import { type DocumentTimes, measureDocument, scrollThrough } from './console-pages.ts';
import { fill, secret } from './data.ts';
import { commit, machine } from './machine.ts';
import { median, type Program, say, startService } from './program.ts';
import { keepResult } from './results.ts';

if (whyNoBrowser !== undefined) throw new Error(whyNoBrowser);
const { values: options } = parseArgs({
  options: {
    players: { type: 'string', default: '100000' },
    loads: { type: 'string', default: '7' },
  },
});
const players = Number(options.players);
const loads = Number(options.loads);
const demoPlayers = 5_000;
const serverKey = 'server key of the benchmark: 5f2b9c/1e7d8a';
const startedOn = commit();
const directory = mkdtempSync(join(tmpdir(), 'playkeep-bench-console-'));
const lines = [
  `# The console, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; the service, a headless Chromium and this program on one machine, over loopback. The overview shows a month of ${demoPlayers} players; medians of ${loads} loads. Made by \`npx bun bench/console.ts\`.\n`,
  '| What | Goal | Measured |\n|---|---:|---:|',
];

function note(what: string, goal: string, measured: string): void {
  const line = `| ${what} | ${goal} | ${measured} |`;
  say(line);
  lines.push(line);
}

/** Not in production, whose cookie needs HTTPS. */
const serve = (databaseUrl: string, settings: Record<string, string> = {}): Promise<Program> =>
  startService({
    ...{ DATABASE_URL: databaseUrl, NODE_ENV: 'development', JWT_SECRET: secret },
    ...{ SERVER_API_KEY: serverKey, ...settings },
  });

/** The page that signed in stays open, so that new pages of the context get its session. */
async function signIn(url: string): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await newContext();
  const page = await context.newPage();
  await page.goto(`${url}/console`);
  await signInHere(page, serverKey);
  return { context, page };
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KB`;
const milliseconds = (value: number): string => `${value.toFixed(0)} ms`;

async function measureOverview(): Promise<void> {
  const databaseUrl = `sqlite:${join(directory, 'demo.db')}`;
  const settings = { DATABASE_URL: databaseUrl, STATISTICS_CONTEXT: '/platform,/version' };
  const runtime = { clock: systemClock, log: createLog({ level: 'silent', production: true }) };
  await fillStore(testConfig(settings), runtime, { now: Date.now(), players: demoPlayers });
  const service = await serve(databaseUrl, { STATISTICS_CONTEXT: settings.STATISTICS_CONTEXT });
  const overview = `${service.url}/console`;
  const cold: number[] = [];
  const warm: number[] = [];
  let bytes = 0;
  let editorBytes = 0;
  for (let load = 0; load < loads; load += 1) {
    // A new context has an empty cache; its cookies come from a sign-in in another one.
    const signedIn = await signIn(service.url);
    await using context = await newContext({ storageState: await signedIn.context.storageState() });
    await goOnInSession(signedIn.page, context);
    await signedIn.context.close();
    const page = await context.newPage();
    bytes = await transferredBytes(page, async () => cold.push(await timeOfPage(page, overview)));
    warm.push(await timeOfPage(page, overview));
    editorBytes = await transferredBytes(page, () => timeOfPage(page, `${overview}/players/1/metadata`));
  }
  note('the overview with nothing cached, compressed', '200 KB', kilobytes(bytes));
  note('the editor after it', '180 KB', kilobytes(editorBytes));
  note(
    'the overview with nothing cached, until it shows its figures',
    '1,000 ms',
    milliseconds(median(cold)),
  );
  note('the same with its files in the cache of the browser', '1,000 ms', milliseconds(median(warm)));
  await service.stop();
}

async function measureList(): Promise<void> {
  const databaseUrl = `sqlite:${join(directory, 'players.db')}`;
  await fill(databaseUrl, players);
  const service = await serve(databaseUrl);
  const { context } = await signIn(service.url);
  const page = await context.newPage();
  await page.goto(`${service.url}/console/players`);
  const { rows, seconds, frames, drawnRows } = await scrollThrough(page, 'Players');
  if (rows !== players) throw new Error(`the list ended after ${rows} of ${players} players`);
  note(
    `scrolling through ${players.toLocaleString('en')} players, a screen a frame`,
    '',
    `${seconds.toFixed(0)} s`,
  );
  note(
    'a frame of it: median, 99 of 100, longest',
    '',
    [frames.p50, frames.p99, frames.longest].map(milliseconds).join(', '),
  );
  note('rows in the page at once', '', String(drawnRows));
  await context.close();
  await service.stop();
}

/** 1 MiB of an inventory, as a game stores it: without white space. */
const inventoryOf = (level: number): string => {
  const item = (id: number): string =>
    `{"id":${id},"name":"item-${id}","count":${(id * level) % 97},"worth":${id}.50}`;
  const items: string[] = [];
  for (let bytes = 60; ; ) {
    const next = item(items.length);
    bytes += next.length + 1;
    if (bytes > 1_048_576) break;
    items.push(next);
  }
  return `{"level":${level},"items":[${items.join(',')}]}`;
};

async function measureDocuments(): Promise<void> {
  const service = await serve(`sqlite:${join(directory, 'document.db')}`, {
    METADATA_HISTORY_INTERVAL_SECONDS: '0',
  });
  const headers = { authorization: `Bearer ${serverKey}`, 'content-type': 'application/json' };
  const send = async (path: string, body: string): Promise<void> => {
    const { status } = await fetch(`${service.url}/api/server/players${path}`, {
      method: 'POST',
      headers,
      body,
    });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  };
  await send('', '{"playerId":"builder"}');
  for (const level of [1, 2]) await send('/1/metadata', `{"data":${inventoryOf(level)}}`);
  const times: DocumentTimes[] = [];
  for (let load = 0; load < loads; load += 1) {
    const { context } = await signIn(service.url);
    times.push(await measureDocument(context, `${service.url}/console/players/1`));
    await context.close();
  }
  const middle = (key: 'open' | 'review' | 'compare'): string =>
    milliseconds(median(times.map((each) => each[key])));
  note('opening 1 MiB of metadata, from the click to the text', '1,000 ms', middle('open'));
  note('its comparison before a save, with one edit', '2,000 ms', middle('review'));
  note('its comparison with a version in which nearly every item differs', '2,000 ms', middle('compare'));
  await service.stop();
}

await buildConsole();
try {
  await measureOverview();
  await measureList();
  await measureDocuments();
  keepResult('console', startedOn, `${lines.join('\n')}\n`);
} finally {
  await runStepsAfterTests();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);
