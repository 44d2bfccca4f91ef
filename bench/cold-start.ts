// The time from a start to the first checked answer, of each form of the program: this tree, its bundle, an executable, the npm
// package by its launcher, and another tree. The forms start in turns, each time in another order, on an empty SQLite file.
// `npx bun bench/cold-start.ts [OTHER_TREE] [--starts 25]` stores its table under bench/results/.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../test/harness/postgres.ts';
import { programCommand } from '../test/harness/program.ts';
import { makeProgram, programForms } from '../test/programs.ts';
import { secret } from './data.ts';
import { commit, machine } from './machine.ts';
import { median, say } from './program.ts';
import { keepResult } from './results.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { starts: { type: 'string', default: '25' } },
});
const starts = Number(options.starts);
const startedOn = commit();
const directory = mkdtempSync(join(tmpdir(), 'playkeep-cold-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

const programs: [name: string, command: readonly string[]][] = [['the tree', programCommand()]];
for (const form of programForms) {
  programs.push([`the ${form}`, programCommand(await makeProgram(form, join(directory, form)))]);
}
for (const path of positionals) {
  const tree = resolve(path);
  // An older tree is started as its own launcher does.
  programs.push([
    `the tree at ${commit(tree)}`,
    [process.execPath, '--no-env-file', join(tree, 'src/main.ts')],
  ]);
}

/** Milliseconds until `/readyz` is answered 200. */
async function measure(command: readonly string[], index: number): Promise<number> {
  const port = freePort();
  const database = join(directory, `${index}.db`);
  const startedAt = performance.now();
  const child = Bun.spawn([...command, 'serve'], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      JWT_SECRET: secret,
      DATABASE_URL: `sqlite:${database}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.status === 200) break;
    if (child.exitCode !== null) throw new Error(`${command} ended`);
    await Bun.sleep(1);
  }
  const milliseconds = performance.now() - startedAt;
  child.kill('SIGKILL');
  await child.exited;
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
  return milliseconds;
}

const times = programs.map((): number[] => []);
// The first start of each reads its files from the disk.
for (let round = -1; round < starts; round += 1) {
  for (let turn = 0; turn < programs.length; turn += 1) {
    const which = (turn + round + 1) % programs.length;
    const [, command] = programs[which] ?? ['', []];
    const milliseconds = await measure(command, round);
    if (round >= 0) times[which]?.push(milliseconds);
  }
}

const first = median(times[0] ?? []);
const rows = programs.map(([name], index) => {
  const figure = median(times[index] ?? []);
  return `| ${name} | ${figure.toFixed(0)} | ${(figure / first).toFixed(2)} |`;
});
const text = `# Cold starts, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}

${machine()}; an empty SQLite file, ${starts} starts of each in turns, medians. Made by \`npx bun bench/cold-start.ts\`.

| Form | ms to the first 200 of \`/readyz\` | of the tree |
|---|---:|---:|
${rows.join('\n')}
`;
say(text);
keepResult('cold-start', startedOn, text);
