// Server keys for tests: made as `playkeep key create` makes them, beside the running service.
import { commandLineAuthor as author } from '../../src/cli/author.ts';
import { createKey } from '../../src/keys/keys.ts';
import { type Scope, scopes } from '../../src/store/ports/keys.ts';
import type { Service } from './service.ts';
import { openStoreOn } from './store.ts';

/** A value for `SERVER_API_KEY`. */
export const testServerKey = 'server key of the environment: 5f2b9c/1e7d8a';

export interface TestKey {
  readonly keyId: string;
  /** The text, as `token` of a call. */
  readonly token: string;
}

/** Creates a key with these scopes; all of them by default. */
export async function createTestKey(
  { database, clock }: Pick<Service, 'database' | 'clock'>,
  { scopes: list = scopes, name = 'test', expiresInSeconds }: Partial<KeyOptions> = {},
): Promise<TestKey> {
  const store = await openStoreOn(database.environment, clock);
  try {
    const wanted = { name, scopes: list, expiresInSeconds };
    const { key, text } = await createKey(store.serverKeys, clock, { scopes, author }, wanted);
    return { keyId: key.keyId, token: text };
  } finally {
    await store.close();
  }
}

interface KeyOptions {
  readonly scopes: readonly Scope[];
  readonly name: string;
  readonly expiresInSeconds: number | undefined;
}

/** Revokes a key as `playkeep key revoke` does: the service is not told. */
export async function revokeTestKey(
  { database, clock }: Pick<Service, 'database' | 'clock'>,
  keyId: string,
): Promise<void> {
  const store = await openStoreOn(database.environment, clock);
  try {
    await store.serverKeys.revoke(keyId, { author, action: 'key.revoke' });
  } finally {
    await store.close();
  }
}
