// `playkeep key create`, `playkeep key list` and `playkeep key revoke`, beside a running service or without one. The text
// of a new key is alone on standard output, so that a script can pass it on.
import { type Command, InvalidArgumentError } from 'commander';
import { ApiError } from '../errors.ts';
import { createKey, isKeyName } from '../keys/keys.ts';
import { systemClock, toTimestamp } from '../lib/clock.ts';
import { isKeyId } from '../lib/ids.ts';
import {
  SERVER_KEY_CACHE_SECONDS,
  SERVER_KEY_MAX_SECONDS,
  SERVER_KEY_NAME_MAX_CHARACTERS,
} from '../limits.ts';
import { type Scope, type ServerKey, type ServerKeyStore, scopes } from '../store/ports/keys.ts';
import { commandLineAuthor } from './author.ts';
import { type AddCommand, type CommandContext, exitStatus, UsageError } from './command.ts';
import { withStore } from './with-store.ts';

/** The command line may do everything, as its user may with the database. */
const commandLine = { scopes, author: commandLineAuthor };

interface CreateOptions {
  readonly scope: readonly Scope[];
  readonly expiresIn?: number;
}

export const addKey: AddCommand = (program, context) => {
  const key = program.command('key').description('create, list or revoke keys of the server API');
  addCreate(key, context);
  key
    .command('list')
    .description('print all keys without their texts, one a line')
    .action(() => withStore(context, ({ serverKeys }) => printKeys(serverKeys, context)));
  key
    .command('revoke')
    .description('revoke a key for good')
    .argument('<key-id>', 'from `key list`')
    .action((keyId: string) => withStore(context, ({ serverKeys }) => revoke(serverKeys, keyId, context)));
};

function addCreate(key: Command, context: CommandContext): void {
  key
    .command('create')
    .description('make a key and print its text, which is shown this once')
    .argument('<name>', 'a name to know it by')
    .requiredOption('--scope <scope...>', `what it may do: all, or ${scopes.join(', ')}`, addScope)
    .option('--expires-in <seconds>', 'how long it is valid; for good unless given', parseSeconds)
    .action((name: string, { scope, expiresIn }: CreateOptions) => {
      if (!isKeyName(name)) {
        throw new UsageError(
          `a name has 1 to ${SERVER_KEY_NAME_MAX_CHARACTERS} characters, none a control character`,
        );
      }
      return withStore(context, async ({ serverKeys: keys }) => {
        const wanted = { name, scopes: scope, expiresInSeconds: expiresIn };
        const { key, text } = await createKey(keys, systemClock, commandLine, wanted).catch(inWords);
        context.print(text);
        context.printError(`key ${key.keyId} is created; its text is not shown again`);
      });
    });
}

/** The message of an error of the catalogue says less than its detail. @throws Error */
function inWords(error: unknown): never {
  throw error instanceof ApiError ? new Error(error.options.detail, { cause: error }) : error;
}

/** @param text a scope, or `all` */
function addScope(text: string, before: readonly Scope[] = []): readonly Scope[] {
  if (text === 'all') return scopes;
  const scope = scopes.find((each) => each === text);
  if (scope === undefined) throw new InvalidArgumentError(`Scopes are all, ${scopes.join(', ')}.`);
  return before.includes(scope) ? before : [...before, scope];
}

function parseSeconds(text: string): number {
  const seconds = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= SERVER_KEY_MAX_SECONDS) return seconds;
  throw new InvalidArgumentError(`It must be a number of seconds, at most ${SERVER_KEY_MAX_SECONDS}.`);
}

async function printKeys(keys: ServerKeyStore, { print }: CommandContext): Promise<void> {
  const rows = (await keys.list()).map(rowOf);
  for (const row of [['key id', 'name', 'scopes', 'created', 'expires', 'last used'], ...rows]) {
    print(row.join('\t'));
  }
}

/** No name holds a tab. */
const rowOf = ({ keyId, name, scopes, createdAt, expiresAt, lastUsedAt }: ServerKey): readonly string[] => [
  keyId,
  name,
  scopes.join(','),
  toTimestamp(createdAt),
  expiresAt === null ? 'never' : toTimestamp(expiresAt),
  lastUsedAt === null ? 'never' : toTimestamp(lastUsedAt),
];

async function revoke(keys: ServerKeyStore, keyId: string, context: CommandContext): Promise<void> {
  const key = isKeyId(keyId)
    ? await keys.revoke(keyId, { author: commandLineAuthor, action: 'key.revoke' })
    : undefined;
  if (key === undefined) context.setStatus(exitStatus.failure);
  const seconds = 2 * SERVER_KEY_CACHE_SECONDS;
  context.print(
    key === undefined
      ? `there is no key ${keyId}; nothing to revoke`
      : `key ${keyId} (${key.name}) is revoked; every process refuses it within ${seconds} seconds`,
  );
}
