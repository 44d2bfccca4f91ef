// `kill -9` at random moments under concurrent load, repeatedly on the same data, of the service, of the database with all its
// processes, and of both: every acknowledged write is still there, and every unanswered one is there in full or not at all.
import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { temporaryDirectory } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { type PostgresServer, startPostgres } from '../../harness/postgres.ts';
import { type ServiceProcess, startProcess } from '../../harness/process.ts';
import { seed, seeded } from '../../harness/seeded.ts';
import { signTestToken } from '../../harness/service.ts';
import { until } from '../../harness/until.ts';
import { createDevice, type Device, type Send } from './device.ts';

const kills = amount(6, 120);
const players = 12;
const leastWrites = 4 * players;

/** After a crash the server flushes its folder file by file, unless this setting makes it one flush. */
const quickRestart = process.platform === 'linux' ? ['-c', 'recovery_init_sync_method=syncfs'] : [];

type Victim = 'service' | 'database' | 'both';

interface Target {
  readonly victims: readonly Victim[];
  readonly environment: Record<string, string>;
  readonly directory: string;
  killDatabase(): Promise<void>;
  restartDatabase(): Promise<void>;
  /** Resolves when the database has finished the work of a killed service. */
  settle(): Promise<void>;
  remove(): Promise<void>;
}

async function sqliteTarget(): Promise<Target> {
  const { directory, remove } = temporaryDirectory();
  const nothing = async (): Promise<void> => undefined;
  return {
    victims: ['service'],
    environment: { DATABASE_URL: `sqlite:${directory}/playkeep.db` },
    directory,
    killDatabase: nothing,
    restartDatabase: nothing,
    settle: nothing,
    remove: async () => remove(),
  };
}

async function postgresTarget(): Promise<Target> {
  const { directory, remove } = temporaryDirectory();
  const server = await startPostgres(quickRestart);
  return {
    victims: ['service', 'database', 'both'],
    environment: { DATABASE_URL: server.url('postgres'), DATABASE_POOL_SIZE: '4' },
    directory,
    killDatabase: () => server.killAll(),
    restartDatabase: () => server.restart(),
    settle: () => whenAlone(server),
    async remove() {
      await server.stop();
      remove();
    },
  };
}

/** A statement of the killed service may still run. */
async function whenAlone(server: PostgresServer): Promise<void> {
  const sql = new SQL(server.url('postgres'), { max: 1, prepare: false });
  const others = () =>
    sql.unsafe('SELECT FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()', [
      'playkeep',
    ]);
  await until(async () => (await others()).length === 0);
  await sql.close();
}

for (const [name, create] of [
  ['sqlite', sqliteTarget],
  ['postgres', postgresTarget],
] as const) {
  test.concurrent(`${kills} kills on ${name} lose nothing that was acknowledged (SEED=${seed})`, async () => {
    const target = await create();
    const random = seeded(seed);
    const devices = new Map<string, Device>();
    for (let n = 0; n < players; n += 1) devices.set(`player ${n}`, createDevice(n, seed));
    const tokens = new Map<string, string>();
    for (const playerId of devices.keys()) tokens.set(playerId, await signTestToken(playerId));
    const start = (kill: number) => startProcess(settingsOf(target, kill), target.directory);
    let service = await start(0);
    const sendAs = (playerId: string): Send => {
      const at = service;
      return ({ method, path, ...rest }) => at.call(method, path, { token: tokens.get(playerId), ...rest });
    };
    try {
      for (let kill = 1; kill <= kills; kill += 1) {
        const victim = target.victims[kill % target.victims.length] ?? 'service';
        await playUntilKilled(devices, sendAs, random, async () => {
          if (victim !== 'database') service.signal('SIGKILL');
          if (victim !== 'service') await target.killDatabase();
          if (victim !== 'database') await service.exited;
        });
        if (victim !== 'service') await target.restartDatabase();
        if (victim === 'service') await target.settle();
        if (victim === 'database') await whenReady(service);
        else service = await start(kill);
        await Promise.all([...devices].map(([playerId, device]) => device.verify(sendAs(playerId))));
      }
    } finally {
      service.signal('SIGKILL');
      await service.exited;
      await target.remove();
    }
    expectMuchHappened([...devices.values()]);
  }, 1_800_000);
}

/** Every save is kept as a version, or only some: both ways of writing are killed. */
const settingsOf = (target: Target, kill: number) => ({
  ...target.environment,
  METADATA_HISTORY_INTERVAL_SECONDS: kill % 2 === 0 ? '0' : '300',
});

/** All players write concurrently. The kill comes at a random moment after a number of acknowledged writes. */
async function playUntilKilled(
  devices: ReadonlyMap<string, Device>,
  sendAs: (playerId: string) => Send,
  random: (below: number) => number,
  kill: () => Promise<void>,
): Promise<void> {
  let alive = true;
  let acknowledged = 0;
  const reached = Promise.withResolvers<void>();
  const playing = [...devices].map(async ([playerId, device]) => {
    const send = sendAs(playerId);
    while (alive && (await device.act(send))) {
      acknowledged += 1;
      if (acknowledged === leastWrites) reached.resolve();
    }
  });
  const failed = Promise.all(playing).then(() => reached.resolve());
  await reached.promise;
  await Bun.sleep(random(60));
  await kill();
  alive = false;
  await failed;
}

const whenReady = (service: ServiceProcess): Promise<void> =>
  until(async () => (await service.call('GET', '/readyz')).status === 200);

/** The least amounts for which the test proves something. */
function expectMuchHappened(devices: readonly Device[]): void {
  const sum = (of: (device: Device) => number) => devices.reduce((total, device) => total + of(device), 0);
  expect(sum(({ counts }) => counts.acknowledged)).toBeGreaterThanOrEqual(kills * leastWrites);
  const unanswered = sum(({ counts }) => counts.happened + counts.lost + counts.sentAgain);
  expect(unanswered).toBeGreaterThan(kills);
}
