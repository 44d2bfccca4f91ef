// `playkeep token`: an access token for a player, signed with the configured or the development secret. `--serve` runs a server that
// gives such tokens to the programs and pages of this machine (token-server.ts).
import { InvalidArgumentError, Option } from 'commander';
import { type Claims, signToken } from '../auth/sign.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { integer } from '../config/parsers.ts';
import { type Environment, isProduction } from '../config/settings.ts';
import { systemClock } from '../lib/clock.ts';
import { createLines, type Lines } from '../lib/lines.ts';
import { createLog } from '../lib/log.ts';
import { LOG_FINISH_MILLISECONDS, TOKEN_SERVER_MAX_SECONDS } from '../limits.ts';
import { type AddCommand, type CommandContext, exitStatus, UsageError } from './command.ts';
import { assertPlayerIds } from './player-id.ts';
import { provideSecret } from './read-config.ts';
import { watchSignals } from './signals.ts';
import { startTokenServer } from './token-server.ts';

const standardOutput = 1;
// Not the next port after the service's: a demo beside a service takes that one.
export const presetPort = '8090';

interface TokenOptions {
  readonly expiresIn: number;
  readonly claim?: Claims;
  /** The port of the token server, if one is to run. */
  readonly serve?: number;
}

export const addToken: AddCommand = (program, context) => {
  program
    .command('token')
    .description('print an access token for a player, signed with the configured or the development secret')
    .argument('[player-id]', 'the player; with --serve each request names its own')
    .option('--expires-in <seconds>', 'how long it is valid', parseSeconds, 24 * 3_600)
    .option('--claim <name=value>', 'a further claim; may be repeated', parseClaim)
    .addOption(
      new Option(
        '--serve [port]',
        'for development: run a server on loopback that gives tokens of any player',
      )
        .preset(presetPort)
        .argParser(parsePort),
    )
    .action(
      async (playerId: string | undefined, { expiresIn, claim: claims = [], serve: port }: TokenOptions) => {
        if (port === undefined) return printToken(playerId, { lifetimeSeconds: expiresIn, claims }, context);
        if (playerId !== undefined) {
          throw new UsageError('with --serve each request names its player: leave the player id out');
        }
        const lines = createLines(standardOutput);
        try {
          await serveTokens({ port, lifetimeSeconds: expiresIn, claims }, context, lines);
        } finally {
          await lines.finish(LOG_FINISH_MILLISECONDS);
        }
        // The process does not wait for a reader of its output.
        context.exit(exitStatus.ok);
      },
    );
};

async function printToken(
  playerId: string | undefined,
  signed: { readonly lifetimeSeconds: number; readonly claims: Claims },
  { readEnvironment, print, printError }: CommandContext,
): Promise<void> {
  if (playerId === undefined)
    throw new UsageError("missing required argument 'player-id': playkeep token alice");
  assertPlayerIds([playerId]);
  const config = signingConfig(readEnvironment(), printError);
  print(await signToken(config.tokens, { playerId, ...signed, clock: systemClock }));
}

function signingConfig(environment: Environment, printError: CommandContext['printError']): Config {
  const { config, isDevelopment } = provideSecret(loadConfig(environment));
  // A service with another data directory has another secret, and answers this token 401.
  if (isDevelopment) printError(`signed with the development secret of ${config.dataDirectory}`);
  return config;
}

/** Runs the token server until a signal. */
async function serveTokens(
  server: { readonly port: number; readonly lifetimeSeconds: number; readonly claims: Claims },
  { readEnvironment, printError, exit, launcherEnded }: CommandContext,
  lines: Lines,
): Promise<void> {
  const environment = readEnvironment();
  if (isProduction(environment)) {
    throw new UsageError(
      '--serve gives tokens of any player to everybody on this machine, so it does not run with NODE_ENV=production',
    );
  }
  if (server.lifetimeSeconds > TOKEN_SERVER_MAX_SECONDS) {
    throw new UsageError(`with --serve a token is valid for ${TOKEN_SERVER_MAX_SECONDS} seconds at most`);
  }
  const config = signingConfig(environment, printError);
  const signals = watchSignals(createLog({ level: config.logLevel, production: false }, lines), {
    exit,
    launcherEnded,
  });
  const { url, stop } = await startTokenServer(config, { ...server, clock: systemClock });
  lines.write(welcome(url, config));
  await signals;
  await stop();
}

const welcome = (url: string, { port }: Config): string => `
  The token server listens on ${url}
  It gives tokens of any player to programs and pages of this machine, for development alone.

  In the game, with @playkeep/client:

  const token = async () => (await fetch('${url}?player=alice')).text();
  const playkeep = createClient({ url: 'http://127.0.0.1:${port}', token, player: 'alice' });

  Ctrl-C ends it.

`;

function parseSeconds(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be a number of seconds.');
  return Number(text);
}

function parseClaim(text: string, before: Claims = []): Claims {
  const end = text.indexOf('=');
  if (end < 1) throw new InvalidArgumentError('It must be NAME=VALUE.');
  return [...before, [text.slice(0, end), text.slice(end + 1)]];
}

function parsePort(text: string): number {
  const parsed = integer(0, 65_535).schema.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError(`The port ${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}
