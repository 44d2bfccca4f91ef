// A minimal service on the same runtime and databases, which shows how close to the bare handler a service can come. It reads the
// token without verifying it, batches like the service, runs one plain statement a batch and answers a record. It has no checks,
// limits, errors, versions or metrics. `bun bench/least.ts DATABASE_URL` serves the data of data.ts and prints its address.
import { Database } from 'bun:sqlite';
import { SQL } from 'bun';

interface Save {
  readonly id: number;
  readonly text: string;
}

interface Least {
  get(id: number): Promise<{ readonly text: string }>;
  heartbeat(id: number): Promise<number>;
  set(save: Save): Promise<unknown>;
}

const [databaseUrl = ''] = process.argv.slice(2);

/**
 * Calls leave together at the end of the turn. A second batch leaves beside a first once it is half as large
 * (src/store/shared/batcher.ts).
 */
function batched<Call, Result>(
  maxInFlight: number,
  run: (calls: readonly Call[]) => readonly Result[] | Promise<readonly Result[]>,
): (call: Call) => Promise<Result> {
  let queue: { call: Call; resolve: (result: Result) => void }[] = [];
  let inFlight = 0;
  let callsInFlight = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || queue.length === 0 || inFlight >= maxInFlight || queue.length < callsInFlight / 2)
      return;
    scheduled = true;
    setImmediate(leave);
  }

  async function leave(): Promise<void> {
    const batch = queue;
    queue = [];
    scheduled = false;
    inFlight += 1;
    callsInFlight += batch.length;
    const ran = run(batch.map(({ call }) => call));
    const results = ran instanceof Promise ? await ran : ran;
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    inFlight -= 1;
    callsInFlight -= batch.length;
    schedule();
  }
  return (call) =>
    new Promise((resolve) => {
      queue.push({ call, resolve });
      schedule();
    });
}

function onSqlite(path: string): Least {
  const db = new Database(path);
  for (const pragma of [
    'busy_timeout = 5000',
    'journal_mode = WAL',
    'synchronous = FULL',
    'wal_autocheckpoint = 4000',
  ]) {
    db.run(`PRAGMA ${pragma}`);
  }
  const find = db.query<{ text: string }, [number]>('SELECT text FROM metadata WHERE sequential_id = ?1');
  const beat = db.query('UPDATE active_sessions SET last_activity = ?2 WHERE sequential_id = ?1');
  const save = db.query('UPDATE metadata SET text = ?2, version = version + 1 WHERE sequential_id = ?1');
  const together = <Call, Result>(each: (call: Call) => Result) =>
    batched<Call, Result>(
      1,
      db.transaction((calls: readonly Call[]) => calls.map(each)),
    );
  return {
    get: together((id) => find.get(id) as { text: string }),
    heartbeat: together((id) => {
      const now = Date.now();
      beat.run(id, now);
      return now;
    }),
    set: together(({ id, text }) => save.run(id, text)),
  };
}

function onPostgres(url: string): Least {
  const sql = new SQL(url, { max: 8 });
  const array = (values: readonly number[]): string => `{${values.join(',')}}`;
  const find = `SELECT sequential_id::float8 AS id, text FROM metadata WHERE sequential_id = ANY ($1::bigint[])`;
  const beat = `UPDATE active_sessions SET last_activity = $2
    FROM unnest($1::bigint[]) AS input (id) WHERE sequential_id = input.id`;
  const save = `UPDATE metadata SET text = convert_from(substring($4::bytea FROM input.start FOR input.length), 'UTF8'), version = version + 1
    FROM unnest($1::bigint[], $2::int[], $3::int[]) AS input (id, start, length) WHERE sequential_id = input.id`;
  return {
    get: batched(2, async (ids) => {
      const rows: { id: number; text: string }[] = await sql.unsafe(find, [array(ids)]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id) as { text: string });
    }),
    heartbeat: batched(2, async (ids: readonly number[]) => {
      const now = Date.now();
      await sql.unsafe(beat, [array(ids.toSorted((a, b) => a - b)), now]);
      return ids.map(() => now);
    }),
    set: batched(2, async (saves: readonly Save[]) => {
      const sorted = saves.toSorted((a, b) => a.id - b.id);
      const lengths = sorted.map(({ text }) => text.length);
      let next = 1;
      const starts = lengths.map((length) => {
        next += length;
        return next - length;
      });
      const bytes = Buffer.from(sorted.map(({ text }) => text).join(''));
      await sql.unsafe(save, [array(sorted.map(({ id }) => id)), array(starts), array(lengths), bytes]);
      return saves;
    }),
  };
}

const store = databaseUrl.startsWith('sqlite:')
  ? onSqlite(databaseUrl.slice('sqlite:'.length))
  : onPostgres(databaseUrl);
const ids = new Map<string, number>();

/** In the data of data.ts the name of a player ends in the sequential id. */
function idOf(request: Request): number {
  const credentials = request.headers.get('authorization') ?? '';
  const known = ids.get(credentials);
  if (known !== undefined) return known;
  const claims = JSON.parse(Buffer.from(credentials.split('.')[1] ?? '', 'base64url').toString());
  const id = Number(/\d+$/.exec(claims.sub)?.[0]);
  ids.set(credentials, id);
  return id;
}

let requests = 0;

function answer(id: number, rest: string): Response {
  requests += 1;
  const headers = {
    'content-type': 'application/json',
    etag: `"${id}-1"`,
    'x-request-id': `bench-${requests}`,
  };
  return new Response(`{"statusCode":200,"data":{"playerId":"player-${id}","sequentialId":${id},${rest}}}`, {
    headers,
  });
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  routes: {
    '/api/game/metadata': {
      GET: (request) => {
        const id = idOf(request);
        return store.get(id).then(({ text }) => answer(id, `"metadata":${text}`));
      },
      POST: (request) => {
        const id = idOf(request);
        return request.text().then((body) => {
          JSON.parse(body);
          const text = body.slice('{"data":'.length, -1);
          return store.set({ id, text }).then(() => answer(id, `"metadata":${text}`));
        });
      },
    },
    '/api/game/session/heartbeat': {
      POST: (request) => {
        const id = idOf(request);
        return store
          .heartbeat(id)
          .then((now) => answer(id, `"lastActivity":"${new Date(now).toISOString()}"`));
      },
    },
  },
  fetch: () => new Response('', { status: 404 }),
});
process.stdout.write(`${server.url.origin}\n`);
