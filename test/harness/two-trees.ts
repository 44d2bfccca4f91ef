// The tree before the newest migration, from git, and two services on one database: one of that tree, which was started first,
// and one of this tree, which has migrated the database since.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sample } from './counters.ts';
import { type TestDatabase, type TestEngine, temporaryDirectory } from './engines.ts';
import { type ServiceProcess, startProcess } from './process.ts';
import { until } from './until.ts';

const root = join(import.meta.dir, '../..');
const file = 'test/fixtures/tree-before';

/** The last commit before the newest migration. */
export const commitBefore = /^[0-9a-f]{40}$/m.exec(readFileSync(join(root, file), 'utf8'))?.[0] ?? '';

/** Runs git in this tree. @returns its output without the last line break; undefined when it fails */
function askGit(...args: string[]): string | undefined {
  if (Bun.which('git') === null) return undefined;
  const { success, stdout } = Bun.spawnSync(['git', '-C', root, ...args]);
  return success ? stdout.toString().trim() : undefined;
}

/**
 * The commit of the last release: the newest tag of a version, or else the commit that first named the newest version of CHANGELOG.md.
 * @returns undefined without the git history, as in a shallow clone or an archive
 */
export function findLastRelease(): string | undefined {
  const version = /^## (\d+\.\d+\.\d+) /m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.[1];
  if (version === undefined) return undefined;
  const tagged = askGit('rev-parse', '--verify', '--quiet', `v${version}^{commit}`);
  if (tagged !== undefined && tagged !== '') return tagged;
  if (askGit('rev-parse', '--is-shallow-repository') !== 'false') return undefined;
  const commits =
    askGit('log', '--format=%H', '-S', `## ${version} `, '--', 'CHANGELOG.md')?.split('\n') ?? [];
  return commits.at(-1) || undefined;
}

/** The reason why the tree before is not available, as in a shallow clone or an archive; undefined when it is. */
export function whyNoTreeBefore(): string | undefined {
  if (commitBefore === '') return `${file} names no commit`;
  const found = askGit('cat-file', '-e', `${commitBefore}^{commit}`);
  return found !== undefined ? undefined : `there is no commit ${commitBefore.slice(0, 10)} here`;
}

/** Puts the sources of a commit into a folder, with this tree's dependencies. @returns its program */
export function unpackTree(directory: string, commit: string): string {
  const archive = join(directory, 'tree.tar');
  if (askGit('archive', '--output', archive, commit, 'src', 'package.json') === undefined)
    throw new Error(`git has no archive of ${commit}`);
  const tree = join(directory, 'tree');
  mkdirSync(tree);
  const unpacked = Bun.spawnSync(['tar', '-xf', archive, '-C', tree]);
  if (!unpacked.success) throw new Error(`tar: ${unpacked.stderr}`);
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  return join(tree, 'src/main.ts');
}

export type TwoTrees = Awaited<ReturnType<typeof startTwoTrees>>;

/** @param early is called with the service of the tree before while that runs alone. */
export async function startTwoTrees(
  engine: TestEngine,
  environment: TestDatabase['environment'],
  early: (before: ServiceProcess) => Promise<void>,
) {
  const { directory, remove } = temporaryDirectory();
  const program = unpackTree(directory, commitBefore);
  const database = await engine.create({ migrated: false });
  const running: ServiceProcess[] = [];
  const start = async (main: string) => {
    const settings = { ...database.environment, ...environment, TEST_PROGRAM: main };
    const runner = join(import.meta.dir, 'run-on-signal.ts');
    const service = await startProcess(settings, database.directory, { program: runner });
    running.push(service);
    return service;
  };
  const stop = async () => {
    for (const service of running) service.signal('SIGTERM');
    await Promise.all(running.map(({ exited }) => exited));
    await database.remove();
    remove();
  };
  try {
    const before = await start(program);
    await early(before);
    const now = await start(join(root, 'src/main.ts'));
    /** The two services as pairs in both orders. */
    const orders = [[before, now] as const, [now, before] as const];
    return { database, before, now, orders, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes a service run its background jobs, and waits until all have ended. @throws Error when one fails */
export async function doJobs(service: ServiceProcess): Promise<void> {
  const count = () => sample(service, 'playkeep_job_duration_seconds_count');
  const counts = await count();
  if (counts.length === 0) throw new Error('the service shows no background job');
  service.signal('SIGUSR2');
  const haveEnded = async () => (await count()).every((value, index) => value > (counts[index] ?? 0));
  await until(haveEnded).catch((cause: unknown) => {
    throw new Error(`a job failed, or takes too long:\n${service.output()}`, { cause });
  });
}

/** Lines of an export: players whose sessions have been silent for an hour, each with a version that is too old to be kept. */
export function silentPlayers(firstId: number, names: readonly string[]): string {
  const [session, past] = [Date.now() - 3_600_000, Date.now() - 40 * 24 * 3_600_000];
  const shared = { writtenAt: past, sessionId: null, keptAt: past };
  const ids = names.map((playerId, index) => ({ playerId, sequentialId: firstId + index }));
  const players = ids.map(({ playerId, sequentialId }) => ({
    type: 'player',
    sequentialId,
    playerId,
    registeredAt: past,
    metadataVersion: 2,
    metadataText: '{"n":1}',
    writtenBy: 'player',
    ...shared,
  }));
  const versions = ids.map(({ sequentialId }) => ({
    type: 'metadata-version',
    sequentialId,
    version: 1,
    by: 'player',
    milestone: false,
    sizeBytes: 2,
    baseVersion: null,
    content: Buffer.from('\0{}').toString('base64'),
    ...shared,
  }));
  const sessions = ids.map(({ sequentialId }) => ({
    type: 'active-session',
    sequentialId,
    sessionId: Bun.randomUUIDv7('hex', session),
    startedAt: session,
    lastActivity: session,
    context: '{"of":"a phone"}',
  }));
  const records = [...players, ...versions, ...sessions];
  const header = { type: 'playkeep-export', version: 2, lastSequentialId: firstId + names.length };
  const lines = [header, ...records, { type: 'end', records: records.length }];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
