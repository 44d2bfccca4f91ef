// `npm run example`: starts the example, prints the address of the game, and ends it at a signal.
import { parseArgs } from 'node:util';
import { godotProject, prepareProject } from '../godot/prepare-project.ts';
import { type Example, type ExampleOptions, startExample } from './example.ts';

const usage = 'npm run example [-- [--database FILE] [--port PORT] [--godot]]';

interface Arguments extends ExampleOptions {
  /** Whether the game for Godot is made ready too. */
  readonly godot: boolean;
}

function readArguments(): Arguments {
  const { values } = parseArgs({
    options: {
      database: { type: 'string' },
      port: { type: 'string' },
      godot: { type: 'boolean', default: false },
    },
  });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new Error('--port is a number from 0 to 65535');
  }
  return { database: values.database, port, godot: values.godot };
}

const welcome = ({ url, database }: Example, isKept: boolean): string => `
  Harbour Lights, a game that keeps its progress with Playkeep, is at

  ${url}

  Its sign-in is for trying alone: a name is enough. Everything listens on this machine alone.
  The data is in ${database}${isKept ? '' : ', and is removed at the end'}.
  Ctrl-C ends it.

`;

const farewell = (isKept: boolean): string =>
  `  The example has ended${isKept ? '' : ', and its temporary data is removed'}.\n`;

const godotWelcome = `  The same game for Godot 4.4 or newer is ready: open its project in the editor, or start it by

  godot --path "${godotProject}"

`;

/** @returns the exit status */
async function main(): Promise<number> {
  if (process.env.NODE_ENV === 'production') {
    process.stderr.write(
      'the example gives tokens to everyone, so it does not run with NODE_ENV=production\n',
    );
    return 2;
  }
  let options: Arguments;
  try {
    options = readArguments();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}\n`);
    return 2;
  }
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
  const example = await startExample(options);
  if (options.godot) {
    prepareProject(example);
    process.stdout.write(godotWelcome);
  }
  const isKept = options.database !== undefined;
  process.stdout.write(welcome(example, isKept));
  await ended;
  await example.stop();
  // The terminal may be gone.
  process.stdout.on('error', () => undefined);
  process.stdout.write(farewell(isKept));
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`the example could not start: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
