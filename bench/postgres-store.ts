// The store on a PostgreSQL of its own, filled with players, without HTTP: for the bytes of log and storage that calls take.
import { SQL } from 'bun';
import { openStore } from '../src/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { shortDigestOf } from '../src/http/installation.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createLog } from '../src/lib/log.ts';
import type { Store } from '../src/store/ports/store.ts';
import { startPostgres } from '../test/harness/postgres.ts';
import { fill, idlePlayers, secret } from './data.ts';

/** Calls at once: they share batches as those of a busy service do. */
const atOnce = idlePlayers;

/** Saves as a client sends them: each is a new write of one of the player's installations. */
export function clientSaves(store: Pick<Store, 'metadata'>) {
  let writes = 0;
  return async (player: number, text: string, installation = 0): Promise<void> => {
    writes += 1;
    const installationWrite = {
      id: `installation ${installation}`,
      installation: shortDigestOf(`installation ${player} ${installation}`),
      write: shortDigestOf(`write ${writes}`),
    };
    await store.metadata.edit(player, () => ({ answer: null, text }), { installationWrite });
  };
}

export async function openMeasuredStore(players: number) {
  const server = await startPostgres();
  const url = server.url('postgres');
  await fill(url, players);
  const config = loadConfig({ DATABASE_URL: url, JWT_SECRET: secret, SESSION_TIMEOUT_SECONDS: '86400' });
  const log = createLog({ level: 'warn', production: true });
  const store = await openStore(config, { clock: systemClock, log });
  const sql = new SQL(url, { max: 1 });
  const one = async (text: string): Promise<number> => Number((await sql.unsafe(text))[0].value);

  return {
    store,
    one,
    /** Makes calls. @returns the bytes of write-ahead log of each, between checkpoints */
    async logBytes(times: number, call: (n: number) => Promise<unknown>): Promise<number> {
      const from = (await sql.unsafe('SELECT pg_current_wal_lsn()::text AS lsn'))[0].lsn;
      for (let n = 0; n < times; n += atOnce) {
        await Promise.all(Array.from({ length: atOnce }, (_, index) => call(n + index)));
      }
      return (await one(`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '${from}') AS value`)) / times;
    },
    saveOf: clientSaves(store),
    async close(): Promise<void> {
      await sql.close();
      await store.close();
      await server.stop();
    },
  };
}
