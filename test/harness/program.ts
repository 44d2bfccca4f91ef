// The program that tests start as a process of its own: this source, or the bundle, executable or package that PLAYKEEP_PROGRAM names.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The variable by which the runner names a program by its whole path. A file `.js` or `.ts` runs on this Bun. */
export const programVariable = 'PLAYKEEP_PROGRAM';

export const isBuilt = process.env[programVariable] !== undefined;

const ownProgram = process.env[programVariable] ?? join(import.meta.dir, '../../src/main.ts');

/** As the launchers start it: Bun reads no file of the current directory. */
const launcherFlags = ['--no-env-file', '--config=/dev/null', '--tsconfig-override=/dev/null'];

/**
 * The command that runs the program, before its arguments.
 * @param program that of another tree
 */
export const programCommand = (program = ownProgram): readonly string[] =>
  /\.[jt]s$/.test(program) ? [process.execPath, ...launcherFlags, program] : [program];

/** Prints this, were it ever run. */
export const trapText = 'foreign code was run';

/** Files of a hostile folder, by path. The program must take nothing from its current directory but an `.env` of settings. */
const traps: Readonly<Record<string, string>> = {
  'trap.js': `console.log(${JSON.stringify(trapText)});\nprocess.exit(99);\n`,
  'bunfig.toml': 'preload = ["./trap.js"]\n[serve.static]\nplugins = ["./trap.js"]\n',
  '.env.local':
    'PORT=1\nHOST=256.256.256.256\nBUN_OPTIONS=--preload=./trap.js\nNODE_OPTIONS=--require=./trap.js\n',
  '.env.development': 'JWT_SECRET=short\n',
  '.env.production': 'JWT_SECRET=short\n',
  'package.json':
    '{"name": "trap", "version": "9.9.9", "imports": {"#*": "./trap.js"}, "main": "./trap.js"}\n',
  'tsconfig.json': '{"compilerOptions": {"baseUrl": ".", "paths": {"*": ["./trap.js"]}}}\n',
  'node_modules/pino-pretty/index.js': 'require("../../trap.js");\n',
  'node_modules/pino-pretty/package.json':
    '{"name": "pino-pretty", "version": "9.9.9", "main": "index.js"}\n',
  'console/dist/index.html': `<title>${trapText}</title>\n`,
  'console/dist/build.json': '{"build": "trap"}\n',
  'console/dist/assets/trap.js': `alert(${JSON.stringify(trapText)});\n`,
  'start.js': `alert(${JSON.stringify(trapText)});\n`,
};

/** Puts them into a folder. Files that are there stay. */
export function layTraps(directory: string): void {
  for (const [path, text] of Object.entries(traps)) {
    const file = join(directory, path);
    if (existsSync(file)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
