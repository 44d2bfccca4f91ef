// Puts the client together: one token source and one transport for all operations.
import { type Environment, platformEnvironment } from './environment.ts';
import { createMetadata, type MetadataOperations } from './metadata.ts';
import { createSessions, type SessionOperations } from './sessions.ts';
import { createTokenSource } from './token-source.ts';
import { createTransport } from './transport.ts';

export interface ClientOptions {
  /** The address of the service, such as `https://play.example.com`. */
  readonly url: string;
  /** The player's access token. It is asked for when there is none and once after a 401, never twice at a time. */
  readonly token: () => string | Promise<string>;
  readonly fetch?: typeof fetch;
  /** Time, chance and the sleep of the app, where they are not the platform's own. */
  readonly environment?: Partial<Environment>;
}

export interface PlaykeepClient {
  readonly metadata: MetadataOperations;
  readonly sessions: SessionOperations;
}

export function createClient(options: ClientOptions): PlaykeepClient {
  const environment = { ...platformEnvironment, ...options.environment };
  const tokens = createTokenSource(options.token);
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args));
  const transport = createTransport({ url: options.url, tokens, fetch: send as typeof fetch, environment });
  return { metadata: createMetadata(transport), sessions: createSessions(transport) };
}
