#!/usr/bin/env -S bun --no-env-file
// The process edge: command line, environment, exit status. The only file that reads `process.env`.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { distributeStore, findRuleProblems, migrateStore, openTransfer } from './app.ts';
import { developmentSecret } from './auth/development-secret.ts';
import { signToken } from './auth/sign.ts';
import { isPlayerId } from './auth/verifier.ts';
import { assertDatabaseExists } from './cli/database.ts';
import { describeSettings } from './cli/describe-settings.ts';
import { erasePlayers, InvalidPlayerId, registerPlayers } from './cli/players.ts';
import { serve } from './cli/serve.ts';
import { exportTo, type ImportResult, importNaming, type Progress } from './cli/transfer.ts';
import { type Config, ConfigError, describeDatabase, loadConfig } from './config/config.ts';
import { type Environment, given } from './config/settings.ts';
import { warningsOf } from './config/spelling.ts';
import { systemClock } from './lib/clock.ts';
import { createCommandLog } from './lib/log.ts';
import { createOutput } from './lib/output.ts';
import { openApiDocument } from './routes.ts';
import type { Transfer } from './store/ports/transfer.ts';
import { version } from './version.ts';

const exitOk = 0;
const exitFailure = 1;
const exitUsage = 2;

const output = createOutput(() => process.stdout);
const errors = createOutput(() => process.stderr);
const print = (text: string): void => void output.write(`${text}\n`);
const complain = (text: string): void => void errors.write(`${text}\n`);

/** The process's variables, completed by those of an `.env` file in the working directory. */
function readEnvironment(): Environment {
  return { ...readSettingsFile('.env'), ...process.env };
}

function readSettingsFile(path: string): Environment {
  if (!existsSync(path)) return {};
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** All that the service needs, with the file of rules looked at, so that every problem is told at once. */
function loadServiceConfig(environment: Environment): Config {
  return loadConfig(environment, true, findRuleProblems(given(environment, 'METADATA_RULES')));
}

/** The development secret is in it where no key is configured outside production. */
function withSecret(config: Config): { config: Config; development: boolean } {
  const { secret, publicKey, jwksUrl } = config.tokens;
  if (secret ?? publicKey ?? jwksUrl) return { config, development: false };
  const tokens = { ...config.tokens, secret: developmentSecret(config.dataDirectory) };
  return { config: { ...config, tokens }, development: true };
}

/** For commands that only touch the database, and so need no key even in production. */
function readStoreConfig(): Config {
  return loadConfig(readEnvironment(), false);
}

function seconds(value: string): number {
  if (!/^[1-9]\d{0,9}$/.test(value)) throw new InvalidArgumentError('It must be a number of seconds.');
  return Number(value);
}

function createProgram(setStatus: (status: number) => void): Command {
  const program = new Command('playkeep')
    .description(
      'Player metadata and play sessions for games. Settings come from the environment or an .env file.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void output.write(text),
      writeErr: (text) => complain(text.trimEnd()),
    });

  program
    .command('serve')
    .description('run the service (the default)')
    .action(async () => {
      const environment = readEnvironment();
      const { config, development } = withSecret(loadServiceConfig(environment));
      // At once: a service ends when it is told to, even where nobody reads what it printed.
      process.exit(await serve(config, { development, warnings: warningsOf(environment) }));
    });

  program
    .command('token')
    .description('print an access token for a player, signed with the configured or the development secret')
    .argument('<player-id>', 'the player')
    .option('--expires-in <seconds>', 'how long it is valid', seconds, 24 * 3_600)
    .action(async (playerId: string, options: { expiresIn: number }) => {
      if (!isPlayerId(playerId)) throw new InvalidPlayerId([playerId]);
      const { config, development } = withSecret(loadConfig(readEnvironment()));
      print(
        await signToken(config.tokens, { playerId, lifetimeSeconds: options.expiresIn, clock: systemClock }),
      );
      // A service with another data directory has another secret, and answers this token 401.
      if (development) complain(`signed with the development secret of ${config.dataDirectory}`);
    });

  program
    .command('secret')
    .description('print a new random secret, fit for JWT_SECRET')
    .action(() => print(randomBytes(32).toString('base64url')));

  program
    .command('migrate')
    .description('bring the database to the newest schema, then end')
    .option('--distribute', 'then put the tables onto Citus (PostgreSQL)')
    .action(async (options: { distribute?: boolean }) => {
      const config = readStoreConfig();
      const log = createCommandLog();
      const applied = await migrateStore(config, { clock: systemClock, log });
      print(applied.length > 0 ? `applied migrations: ${applied.join(', ')}` : 'the schema is up to date');
      if (!options.distribute) return;
      const distributed = await distributeStore(config, { clock: systemClock, log });
      print(distributed.length > 0 ? `distributed: ${distributed.join(', ')}` : 'the tables are distributed');
    });

  program
    .command('openapi')
    .description('print the OpenAPI document')
    .action(() => print(JSON.stringify(openApiDocument(), null, 2)));

  program
    .command('config')
    .description('print the settings in force, secrets hidden')
    .action(() => {
      const environment = readEnvironment();
      for (const warning of warningsOf(environment)) complain(`playkeep: ${warning}`);
      print(describeSettings(loadServiceConfig(environment), environment));
    });

  program
    .command('export')
    .description('write every player, metadata and session as JSON Lines')
    .argument('[file]', 'where to; standard output if there is none')
    .action((file: string | undefined) => {
      const config = readStoreConfig();
      assertDatabaseExists(config.database);
      return transferring(config, 'exported', file !== undefined, (transfer, progress) =>
        exportTo(transfer, file ?? output.write, progress),
      );
    });

  program
    .command('import')
    .description('read what export wrote, into either engine; may be run again')
    .argument('[file]', 'where from; standard input if there is none')
    .action((file: string | undefined) =>
      transferring(readStoreConfig(), 'imported', true, (transfer, progress) => {
        if (file !== undefined && !existsSync(file)) throw new Error(`${file}: there is no such file`);
        const input = file === undefined ? Bun.stdin.stream() : Bun.file(file).stream();
        return importNaming(file ?? 'standard input', transfer, input, progress);
      }),
    );

  const player = program.command('player').description('register or erase players');
  player
    .command('register')
    .description('register players, for PLAYER_PROVISIONING=registered; an erased one begins anew')
    .argument('<player-id...>')
    .action((ids: string[]) => registerPlayers(readStoreConfig(), ids, print));
  player
    .command('erase')
    .description(
      'erase players for good; of their sessions only the times stay, under a number that names nobody',
    )
    .argument('<player-id...>')
    .action(async (ids: string[]) => {
      const unknown = await erasePlayers(readStoreConfig(), ids, print);
      if (unknown > 0) setStatus(exitFailure);
    });
  return program;
}

/** Opens the database for export or import, and tells on a terminal how far it has come. */
async function transferring(
  config: Config,
  verb: string,
  sayResult: boolean,
  work: (transfer: Transfer, progress: Progress) => Promise<number | ImportResult>,
): Promise<void> {
  const log = createCommandLog();
  const transfer = await openTransfer(config, { clock: systemClock, log });
  let told = 0;
  const progress: Progress = (records, done) => {
    if (!process.stderr.isTTY || (!done && records - told < 10_000)) return;
    told = records;
    void errors.write(`\r${records} records ${verb}${done ? '\n' : ''}`);
  };
  try {
    const result = await work(transfer, progress);
    if (!sayResult) return;
    const about = `database ${describeDatabase(config.database)}`;
    print(
      typeof result === 'number'
        ? `${result} records ${verb}, ${about}`
        : `${result.records} records ${verb}, ${about}: ${result.added} new, ${result.present} already there, ${result.left} left as they are`,
    );
  } finally {
    await transfer.close();
  }
}

/** What went wrong, for the operator: one readable message and an exit status, never a stack trace. */
function report(error: unknown): number {
  // Help that was not asked for, since a command is missing or unknown, is a mistake to commander too.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitOk : exitUsage;
  if (error instanceof ConfigError) {
    complain(`playkeep: ${error.message}:\n${error.problems.map((problem) => `  ${problem}`).join('\n')}`);
    return exitUsage;
  }
  const message = error instanceof Error ? error.message : String(error);
  complain(`playkeep: ${message}`);
  if (error instanceof InvalidPlayerId) return exitUsage;
  return exitFailure;
}

async function main(args: readonly string[]): Promise<number> {
  let status = exitOk;
  const program = createProgram((value) => {
    status = value;
  });
  try {
    await program.parseAsync(args.length === 0 ? ['serve'] : [...args], { from: 'user' });
    return status;
  } catch (error) {
    return report(error);
  }
}

// What the program writes, the database first of all, is its owner's alone.
process.umask(0o077);
let status = await main(process.argv.slice(2));
const failure = await output.finish();
if (failure && status === exitOk) status = report(failure);
await errors.finish();
process.exit(status);
