// The config that a command needs: the service's with all its keys and files, or only that of the store.
import { findRuleProblems } from '../app.ts';
import { developmentSecret } from '../auth/development-secret.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { type Environment, given } from '../config/settings.ts';

/** All that the service needs. The file of path rules is read as well, so that every problem is reported at once. */
export function readServiceConfig(environment: Environment): Config {
  return loadConfig(environment, { moreProblems: findRuleProblems(given(environment, 'METADATA_RULES')) });
}

/** For commands that only touch the database, and so need no key even in production. */
export function readStoreConfig(environment: Environment): Config {
  return loadConfig(environment, { requireKey: false });
}

/** Puts the development secret into a config without a key. It is made first if there is none. */
export function provideSecret(config: Config): { config: Config; isDevelopment: boolean } {
  const { secret, publicKey, jwksUrl } = config.tokens;
  if (secret ?? publicKey ?? jwksUrl) return { config, isDevelopment: false };
  const tokens = { ...config.tokens, secret: developmentSecret(config.dataDirectory) };
  return { config: { ...config, tokens }, isDevelopment: true };
}
