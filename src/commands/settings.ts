// The settings as an operator sees them: in force, one a line, secrets hidden.
import type { Config, Environment } from '../config.ts';
import { secretSettings, settingNames } from '../config.ts';

/** `NAME=value` for each setting, with `(default)` where the environment says nothing. */
export function describeSettings(config: Config, environment: Environment): string {
  const inForce: Record<(typeof settingNames)[number], string> = {
    NODE_ENV: environment.NODE_ENV ?? '',
    HOST: config.host,
    PORT: String(config.port),
    DATABASE_URL: `sqlite:${config.database.path}`,
    JWT_SECRET: '',
    JWT_PUBLIC_KEY: '',
    JWT_JWKS_URL: '',
    JWT_ALGORITHMS: config.tokens.algorithms.join(','),
    JWT_ISSUER: config.tokens.issuers.join(','),
    JWT_AUDIENCE: config.tokens.audiences.join(','),
    JWT_PLAYER_CLAIM: config.tokens.playerClaim,
    JWT_CLOCK_TOLERANCE_SECONDS: String(config.tokens.clockToleranceSeconds),
    JWT_REQUIRED_CLAIMS: config.tokens.requiredClaims.join(','),
    PLAYER_PROVISIONING: config.playerProvisioning,
    METADATA_READ: config.metadataRead,
    METADATA_MAX_BYTES: String(config.metadataMaxBytes),
    SESSION_TIMEOUT_SECONDS: String(config.sessionTimeoutSeconds),
    CORS_ORIGINS: config.corsOrigins === '*' ? '*' : config.corsOrigins.join(',') || 'none',
    LOG_LEVEL: config.logLevel,
  };
  return settingNames
    .map((name) => {
      const given = environment[name];
      if (!given) return `${name}=${inForce[name]} (default)`;
      if (secretSettings.has(name)) return `${name}=(hidden)`;
      return `${name}=${inForce[name] || shown(given)}`;
    })
    .join('\n');
}

/** A value on one line, without the user name and password that a URL may hold. */
function shown(value: string): string {
  if (!URL.canParse(value)) return value.trim().replaceAll(/\s*\n\s*/g, '\\n');
  const url = new URL(value);
  if (url.username === '' && url.password === '') return value;
  url.username = '(hidden)';
  url.password = '';
  return decodeURI(url.href);
}
