// The store as the other limit to compare with: the same statements in the same batches, without HTTP or tokens. `bun
// bench/direct.ts DATABASE_URL PLAYERS SECONDS` prints calls per second as one JSON object.
import { openStore } from '../src/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createLog } from '../src/lib/log.ts';
import { idlePlayers, saves, secret, usesOf } from './data.ts';

const [databaseUrl = '', players = '0', seconds = '1'] = process.argv.slice(2);
const callers = idlePlayers / 2;
const config = loadConfig({
  DATABASE_URL: databaseUrl,
  JWT_SECRET: secret,
  SESSION_TIMEOUT_SECONDS: '86400',
});
const log = createLog({ level: 'warn', production: true });
const store = await openStore(config, { clock: systemClock, log });
const { common: sample } = usesOf(Number(players));
const anyone = (): number => sample[Math.floor(Math.random() * sample.length)] ?? 0;

async function perSecond(call: (caller: number) => unknown): Promise<number> {
  const until = performance.now() + Number(seconds) * 1000;
  let calls = 0;
  const caller = async (index: number): Promise<void> => {
    while (performance.now() < until) {
      await call(index);
      calls += 1;
      // Reads that are answered at once would never end the turn of the event loop.
      if (calls % callers === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => caller(idlePlayers / 2 + index + 1)));
  return calls / Number(seconds);
}

let turn = 0;
const results = {
  get: await perSecond(() => store.metadata.find(anyone())),
  set: await perSecond(() => store.metadata.save(anyone(), saves[turn++ % saves.length] ?? '{}')),
  heartbeat: await perSecond(() => store.sessions.heartbeat(anyone())),
  pair: await perSecond(async (player) => {
    await store.sessions.start(player, Bun.randomUUIDv7());
    await store.sessions.end(player, 'stopped');
  }),
};
await store.close();
process.stdout.write(`${JSON.stringify(results)}\n`);
