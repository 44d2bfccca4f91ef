// `playkeep key create`, `playkeep key list` and `playkeep key revoke`, beside a running service or without one. The text
// of a new key is alone on standard output, so that a script can pass it on.
import { type Command, InvalidArgumentError } from 'commander';
import { ApiError } from '../errors/errors.ts';
import { createKey } from '../keys/keys.ts';
import { keyPresets } from '../keys/presets.ts';
import { systemClock, toTimestamp } from '../lib/clock.ts';
import { isKeyId } from '../lib/ids.ts';
import { keyNameProblem, shownKeyName } from '../lib/key-name.ts';
import { SERVER_KEY_CACHE_SECONDS, SERVER_KEY_MAX_SECONDS } from '../limits.ts';
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
    .option('--made', 'also the keys that it made, and those that these made')
    .action((keyId: string, { made: withMade = false }: { readonly made?: boolean }) =>
      withStore(context, ({ serverKeys }) => revoke(serverKeys, { keyId, withMade }, context)),
    );
};

function addCreate(key: Command, context: CommandContext): void {
  key
    .command('create')
    .description('make a key and print its text, which is shown this once')
    .argument('<name>', 'a name to know it by')
    .requiredOption(
      '--scope <scope...>',
      `what it may do: ${presetNames.join(', ')}, or ${scopes.join(', ')}`,
      addScopes,
    )
    .option('--expires-in <seconds>', 'how long it is valid; for good unless given', parseSeconds)
    .action((name: string, { scope, expiresIn }: CreateOptions) => {
      const problem = keyNameProblem(name);
      if (problem !== undefined) throw new UsageError(`a name ${problem}`);
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

const presetNames = keyPresets.map(({ name }) => name);

/** @param text a scope, or the name of a preset */
function addScopes(text: string, before: readonly Scope[] = []): readonly Scope[] {
  const preset = keyPresets.find(({ name }) => name === text);
  const wanted = preset ? preset.scopes : scopes.filter((each) => each === text);
  if (wanted.length === 0)
    throw new InvalidArgumentError(`Scopes are ${presetNames.join(', ')}, ${scopes.join(', ')}.`);
  return scopes.filter((each) => before.includes(each) || wanted.includes(each));
}

function parseSeconds(text: string): number {
  const seconds = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= SERVER_KEY_MAX_SECONDS) return seconds;
  throw new InvalidArgumentError(`It must be a number of seconds, at most ${SERVER_KEY_MAX_SECONDS}.`);
}

async function printKeys(keys: ServerKeyStore, { print }: CommandContext): Promise<void> {
  const rows = (await keys.list()).map(rowOf);
  for (const row of [['key id', 'name', 'scopes', 'created', 'expires', 'last used', 'made by'], ...rows]) {
    print(row.join('\t'));
  }
}

/** Escaped, so that no name holds a tab. */
const rowOf = ({ createdAt, expiresAt, lastUsedAt, madeBy, ...key }: ServerKey): readonly string[] => [
  key.keyId,
  shownKeyName(key.name),
  key.scopes.join(','),
  toTimestamp(createdAt),
  expiresAt === null ? 'never' : toTimestamp(expiresAt),
  lastUsedAt === null ? 'never' : toTimestamp(lastUsedAt),
  madeBy ?? '-',
];

async function revoke(
  keys: ServerKeyStore,
  { keyId, withMade }: { readonly keyId: string; readonly withMade: boolean },
  context: CommandContext,
): Promise<void> {
  const audited = { author: commandLineAuthor, action: 'key.revoke' } as const;
  const revoked = isKeyId(keyId) ? await keys.revoke(keyId, audited, { withMade }) : [];
  if ('refused' in revoked || revoked.length === 0) {
    context.setStatus(exitStatus.failure);
    context.print(`there is no key ${keyId}; nothing to revoke`);
    return;
  }
  const seconds = 2 * SERVER_KEY_CACHE_SECONDS;
  for (const { keyId, name } of revoked)
    context.print(
      `key ${keyId} (${shownKeyName(name)}) is revoked; every process refuses it within ${seconds} seconds`,
    );
}
