// The game for Godot, played by its own scene in a Godot without a window, against the example's own service and sign-in. A script
// in test/example/godot/ presses its keys and buttons. Without Godot the tests are skipped.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Example, startExample } from '../../../../examples/browser/example.ts';
import { signPlayerToken } from '../../../../examples/browser/token-issuer.ts';
import { godotProject, prepareProject } from '../../../../examples/godot/prepare-project.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { type GodotProject, godot, openGodotProject } from '../../../harness/godot.ts';

const root = join(import.meta.dir, '../../../..');

/** The texts on the screen of a device. */
interface Seen {
  readonly title: string;
  readonly coins: number;
  readonly level: number;
  /** How many changes wait, in words. */
  readonly waiting: string;
  readonly status: string;
  readonly session: string;
  readonly sail: string;
  /** The kinds of the changes that wait. */
  readonly kinds: readonly string[];
}

interface ServiceRecord {
  readonly coins?: number;
  readonly level?: number;
  readonly sail?: string;
  readonly owned?: Readonly<Record<string, boolean>>;
  readonly best?: Readonly<Record<string, number>>;
  readonly log?: readonly { readonly level: number; readonly device: string }[];
}

/** At its end Godot calls it a leak when a function still waits, as for the pause before another attempt. */
const problem = /^(?:SCRIPT ERROR|FAILED|ERROR(?!: \d+ (?:RID allocations|resources still in use)))/m;

describe.skipIf(godot === undefined)('the game for Godot', () => {
  let example: Example;
  let project: GodotProject;
  let home: string;
  const files = temporaryDirectory();

  beforeAll(async () => {
    example = await startExample({ port: 0, database: join(files.directory, 'example.db') });
    project = await openGodotProject(godotProject, (folder) => {
      prepareProject(example, folder);
      cpSync(join(import.meta.dir, '../../../example/godot'), join(folder, 'pilot'), { recursive: true });
    });
    home = project.newHome();
  }, 120_000);

  afterAll(async () => {
    project?.[Symbol.dispose]();
    await example?.stop();
    files.remove();
  });

  async function play(part: string): Promise<(title: string) => Seen> {
    const { exitCode, output } = await project.run({ scene: 'res://pilot/play.tscn', args: [part], home });
    // The whole output explains a failure.
    expect(exitCode === 0 && !problem.test(output) ? '' : output).toBe('');
    const lines = [...output.matchAll(/^seen (?<seen>.*)$/gm)];
    const seen = lines.map(({ groups }) => JSON.parse(groups?.seen ?? '') as Seen);
    return (title) => {
      const found = seen.find((at) => at.title === title);
      if (found === undefined) throw new Error(`nothing was seen at "${title}":\n${output}`);
      return found;
    };
  }

  async function ask<Data>(path: string): Promise<Data> {
    const token = await signPlayerToken(example.secret, 'ann');
    const answer = await fetch(`${example.serviceUrl}/api/game/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { data: Data }).data;
  }

  const readRecord = async () => (await ask<{ metadata: ServiceRecord }>('metadata')).metadata;

  /** Coins that were taken without a network, from the first run to the second. */
  let offlineCoins = 0;

  test('a voyage by keys is kept, and coins without a network wait on the device', async () => {
    const seen = await play('voyage');
    expect(seen('begin')).toMatchObject({ coins: 0, level: 1, session: 'active', sail: 'linen' });
    // Level 1 has a pearl of 5 and six coins. The sail costs 5.
    expect(seen('home')).toMatchObject({
      coins: 6,
      level: 2,
      waiting: 'none waits',
      status: 'saved',
      sail: 'corsair',
    });
    const offline = seen('offline');
    offlineCoins = offline.coins;
    expect(offline.coins).toBeGreaterThan(6);
    expect(offline).toMatchObject({ status: 'waiting', sail: 'corsair' });
    expect(offline.waiting).toMatch(/^\d+ waits?$/);
    expect(offline.kinds.every((kind) => kind === 'increment')).toBe(true);
    const record = await readRecord();
    expect(record).toMatchObject({
      coins: 6,
      level: 2,
      sail: 'corsair',
      owned: { linen: true, corsair: true },
    });
    expect(record.log).toMatchObject([{ level: 1, device: 'first' }]);
    expect(record.best?.['1']).toBeGreaterThan(1);
  }, 180_000);

  test('the coins are there when the game is opened again, and go when the network comes back', async () => {
    const seen = await play('return');
    expect(seen('offline again')).toMatchObject({
      coins: offlineCoins,
      session: 'waiting',
      status: 'waiting',
    });
    expect(seen('online')).toMatchObject({ coins: offlineCoins, waiting: 'none waits', session: 'active' });
    expect(await readRecord()).toMatchObject({ coins: offlineCoins, level: 2 });
  }, 120_000);

  test('a second device takes over, both add coins, and the player decides about the sail', async () => {
    const before = await readRecord();
    const seen = await play('two_devices');
    // The second device knows nothing of what the first one did without a network.
    expect(seen('second begins')).toMatchObject({ coins: before.coins, sail: 'corsair', session: 'active' });
    const second = seen('second played');
    expect(second).toMatchObject({ sail: 'linen', waiting: 'none waits' });
    expect(second.coins).toBeGreaterThan(before.coins ?? 0);
    const superseded = seen('superseded');
    expect(superseded).toMatchObject({ session: 'superseded', sail: 'lagoon' });
    expect(superseded.kinds).toContain('increment');
    const firstCoins = superseded.coins - (before.coins ?? 0);
    expect(seen('conflict').session).toBe('active');
    const coins = second.coins + firstCoins;
    expect(seen('resolved')).toMatchObject({ coins, sail: 'lagoon', status: 'saved', waiting: 'none waits' });
    expect(seen('second superseded').session).toBe('superseded');
    expect(await readRecord()).toMatchObject({ coins, sail: 'lagoon', level: 2 });
    const { sessions } = await ask<{ sessions: readonly { readonly reason: string }[] }>('session/history');
    expect(sessions.map(({ reason }) => reason)).toContain('replaced');
  }, 240_000);
});

describe('the project of the game for Godot', () => {
  test('gets the present addon and the addresses, and loses files that the addon has no more', () => {
    using temporary = temporaryDirectory();
    const addon = join(temporary.directory, 'addons/playkeep');
    mkdirSync(addon, { recursive: true });
    writeFileSync(join(addon, 'old.gd'), '');
    prepareProject({ url: 'http://127.0.0.1:9', serviceUrl: 'http://127.0.0.1:8' }, temporary.directory);
    const filesOf = (folder: string) => [...new Bun.Glob('**/*').scanSync({ cwd: folder, dot: true })].sort();
    expect(filesOf(addon)).toEqual(filesOf(join(root, 'sdks/godot/addons/playkeep')));
    const addresses = readFileSync(join(temporary.directory, 'addresses.cfg'), 'utf8');
    expect(addresses).toBe('[example]\n\nservice="http://127.0.0.1:8"\nsign_in="http://127.0.0.1:9"\n');
  });

  test('npm run example -- --godot makes it ready, and git ignores what it adds', async () => {
    const command = ['examples/browser/run.ts', '--port', '0', '--godot'];
    const child = Bun.spawn([process.execPath, '--no-env-file', ...command], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'test' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const chunk of child.stdout) {
      output += Buffer.from(chunk).toString();
      if (output.includes('Ctrl-C')) break;
    }
    child.kill('SIGTERM');
    expect(await child.exited).toBe(0);
    expect(output).toContain(`godot --path "${godotProject}"`);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
    expect(readFileSync(join(godotProject, 'addresses.cfg'), 'utf8')).toContain(`sign_in="${url}"`);
    expect(existsSync(join(godotProject, 'addons/playkeep/playkeep.gd'))).toBe(true);
    const ignored = readFileSync(join(godotProject, '.gitignore'), 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['/.godot/', '/addons/', '/addresses.cfg']));
  });
});
