// Runs of `playkeep import --from nakama` for a measurement: one to its end, with its time and its peak of memory, and killed ones.
import { join } from 'node:path';

export interface ImportOptions {
  readonly nakamaUrl: string;
  readonly databaseUrl: string;
}

interface Sums {
  readonly read: number;
  readonly new: number;
  readonly present: number;
  readonly refused: number;
}

export interface ImportRun {
  readonly seconds: number;
  readonly peakMegabytes: number;
  readonly sums: Sums;
}

function spawn({ nakamaUrl, databaseUrl }: ImportOptions) {
  const child = Bun.spawn(
    [
      process.execPath,
      '--no-env-file',
      join(import.meta.dir, '../src/main.ts'),
      'import',
      '--from',
      'nakama',
    ],
    {
      env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, NAKAMA_DATABASE_URL: nakamaUrl },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    },
  );
  const said = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { child, said };
}

/** @throws unless it ends with status 0, which says that everything is in */
export async function runImport(options: ImportOptions): Promise<ImportRun> {
  const startedAt = performance.now();
  const { child, said } = spawn(options);
  const [stdout, stderr] = await said;
  const status = await child.exited;
  const seconds = (performance.now() - startedAt) / 1_000;
  if (status !== 0)
    throw new Error(`the import ended with status ${status}: ${stderr}${stdout.slice(-1_000)}`);
  return {
    seconds,
    peakMegabytes: (child.resourceUsage()?.maxRSS ?? Number.NaN) / 1_024 / 1_024,
    sums: JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''),
  };
}

/**
 * Starts an import, and ends it by `kill -9` at a random moment after it has come so far.
 * @returns false where it had ended by itself before
 */
export async function killImport(options: ImportOptions, isDue: () => Promise<boolean>): Promise<boolean> {
  const { child, said } = spawn(options);
  while (child.exitCode === null && !(await isDue())) await Bun.sleep(10);
  await Bun.sleep(Math.random() * 300);
  child.kill('SIGKILL');
  await Promise.all([said, child.exited]);
  return child.signalCode === 'SIGKILL';
}
