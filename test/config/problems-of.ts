// The problems of settings, for tests.
import { ConfigError, type LoadOptions, loadConfig } from '../../src/config/config.ts';
import type { Environment } from '../../src/config/settings.ts';

/** All problems, in their order; none for settings that are right. */
export function problemsOf(environment: Environment, options?: LoadOptions): readonly string[] {
  try {
    loadConfig(environment, options);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
