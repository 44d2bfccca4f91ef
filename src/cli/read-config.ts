// The config that a command needs: all that the service needs, or only the database.

import { developmentSecret } from '../auth/development-secret.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { type Environment, given } from '../config/settings.ts';
import { findFileProblems } from '../surroundings/setting-files.ts';

/** The config of the service. The files that settings name are checked as well, so that all problems are reported at once. */
export async function readServiceConfig(environment: Environment): Promise<Config> {
  const rules = given(environment, 'METADATA_RULES');
  const schema = given(environment, 'METADATA_SCHEMA');
  const indexes = given(environment, 'METADATA_INDEXES');
  return loadConfig(environment, { moreProblems: await findFileProblems({ rules, schema, indexes }) });
}

/** The config of a command that only uses the database. It needs no key, not even in production. */
export function readStoreConfig(environment: Environment): Config {
  return loadConfig(environment, { requireKey: false });
}

/** Puts the development secret into a config that has no key. The secret is created if there is none. */
export function provideSecret(config: Config): { config: Config; isDevelopment: boolean } {
  const { secret, publicKey, jwksUrl } = config.tokens;
  if (secret ?? publicKey ?? jwksUrl) return { config, isDevelopment: false };
  const tokens = { ...config.tokens, secret: developmentSecret(config.dataDirectory) };
  return { config: { ...config, tokens }, isDevelopment: true };
}

/** The configuration of a command that tells no events of its own. */
export const withoutEvents = (config: Config): Config => ({ ...config, events: [] });
