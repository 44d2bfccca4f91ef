// `npm run example`: starts the example, prints the address of the game, and ends it at a signal.
import { parseArgs } from 'node:util';
import { type Example, startExample } from './example.ts';

const usage = 'npm run example [-- [--database FILE] [--port PORT]]';

function readArguments(): { readonly database: string | undefined; readonly port: number | undefined } {
  const { values } = parseArgs({ options: { database: { type: 'string' }, port: { type: 'string' } } });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new Error('--port is a number from 0 to 65535');
  }
  return { database: values.database, port };
}

const welcome = ({ url, database }: Example, isKept: boolean): string => `
  Harbour Lights, a game that keeps its progress with Playkeep, is at

  ${url}

  Its sign-in is for trying alone: a name is enough. Everything listens on this machine alone.
  The data is in ${database}${isKept ? '' : ', and is removed at the end'}.
  Ctrl-C ends it.

`;

/** @returns the exit status */
async function main(): Promise<number> {
  if (process.env.NODE_ENV === 'production') {
    process.stderr.write(
      'the example gives tokens to everyone, so it does not run with NODE_ENV=production\n',
    );
    return 2;
  }
  let options: ReturnType<typeof readArguments>;
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
  process.stdout.write(welcome(example, options.database !== undefined));
  await ended;
  await example.stop();
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`the example could not start: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
