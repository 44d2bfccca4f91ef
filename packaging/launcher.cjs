#!/usr/bin/env node
// Starts the program of the npm package on the Bun that npm installed beside it. Streams are those of this process, signals are passed
// on, and the exit status is the program's own. It needs no other package, and no script of an installation.
const { spawn } = require('node:child_process');
const { constants } = require('node:os');
const { dirname, join } = require('node:path');

const { optionalDependencies } = require('../package.json');

const program = join(__dirname, '../program');

/** The program of a package of Bun, if the package is installed and for this system. npm can be told to install others. */
function findBun(name) {
  try {
    // Yarn can resolve the manifest without a folder node_modules.
    const manifest = require.resolve(`${name}/package.json`);
    const { os, cpu } = require(manifest);
    if (!os.includes(process.platform) || !cpu.includes(process.arch)) return [];
    const folder = dirname(manifest);
    return [join(folder, 'bin', process.platform === 'win32' ? 'bun.exe' : 'bun')];
  } catch {
    return [];
  }
}

/** @param programs one that is gone, or is for another C library, cannot be started */
function start([bun, ...others]) {
  if (bun === undefined) {
    const system = `${process.platform} on ${process.arch}`;
    process.stderr.write(
      `playkeep: Bun, which it runs on, is not installed for ${system}; install the package again, with its optional dependencies\n`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(
    bun,
    [
      // Bun reads no file of the current directory, which could load foreign code. The program reads its .env itself.
      '--no-env-file',
      `--config=${join(program, 'bunfig.toml')}`,
      `--tsconfig-override=${join(program, 'tsconfig.json')}`,
      // The program ends when this process is killed.
      '--no-orphans',
      join(program, 'main.js'),
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  );
  child.once('error', () => start(others));
  let isEnding = false;
  const pass = (signal) => {
    isEnding = true;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  // npx starts a shell, which starts this process. When npx is ended it ends the shell alone.
  const parent = process.ppid;
  const looks = setInterval(() => {
    if (process.env.npm_command !== 'exec' || process.ppid === parent) return;
    clearInterval(looks);
    if (!isEnding) pass('SIGTERM');
  }, 500).unref();
  child.once('exit', (status, signal) => {
    process.exit(status ?? 128 + constants.signals[signal]);
  });
}

start(Object.keys(optionalDependencies).flatMap(findBun));
