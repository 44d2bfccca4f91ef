// The parts of the client: one token source and one transport for all operations.
import { type Environment, platformEnvironment } from './environment.ts';
import { installationOf } from './installation.ts';
import { createMetadata, type MetadataOperations } from './metadata.ts';
import type { JsonObject } from './record.ts';
import { openSave } from './save/open-save.ts';
import type { Save, SaveOptions } from './save/save-api.ts';
import { createSessions, type SessionOperations } from './sessions.ts';
import type { SaveStorage } from './storage/area.ts';
import { hasIndexedDb, indexedDbStorage } from './storage/indexed-db-storage.ts';
import { memoryStorage } from './storage/memory-storage.ts';
import { createTokenSource, subjectOf } from './token-source.ts';
import { createTransport } from './transport.ts';

export interface ClientOptions {
  /** The address of the service, such as `https://play.example.com`. */
  readonly url: string;
  /**
   * The player's access token. It is asked for when there is none and once after a 401, never twice within 30 seconds, which it has
   * to answer.
   */
  readonly token: () => string | Promise<string>;
  /** As the service names the player. Without it the player is the token's `sub`. With it a save opens without a token. */
  readonly player?: string;
  /** For saves. By default IndexedDB in browsers, and memory elsewhere. */
  readonly storage?: SaveStorage;
  readonly fetch?: typeof fetch;
  /** Time, chance and the sleep of the app, where they are not the platform's own. */
  readonly environment?: Partial<Environment>;
}

export interface PlaykeepClient {
  readonly metadata: MetadataOperations;
  readonly sessions: SessionOperations;
  /** A save that works without a network. @throws PlaykeepError `unauthorized`, `storage` */
  openSave<Data extends object = JsonObject>(options?: SaveOptions<Data>): Promise<Save<Data>>;
}

export function createClient(options: ClientOptions): PlaykeepClient {
  const environment = { ...platformEnvironment, ...options.environment };
  const tokens = createTokenSource(options.token);
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args));
  const { player } = options;
  const url = options.url.replace(/\/+$/, '');
  const transport = createTransport({ url, player, tokens, fetch: send as typeof fetch, environment });
  const storage = options.storage ?? (hasIndexedDb() ? indexedDbStorage() : memoryStorage());
  const installation = () => installationOf(storage, url);
  const currentPlayer = async () => player ?? subjectOf((await tokens.get()).text);
  return {
    metadata: createMetadata(transport),
    sessions: createSessions({ transport, storage, installation, player: currentPlayer }),
    openSave: (saveOptions) =>
      openSave({ url, player, currentPlayer, storage, installation, transport }, saveOptions),
  };
}
