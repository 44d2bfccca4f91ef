// The settings as an operator sees them: in force, one a line, secrets hidden.
import { type Config, describeDatabase } from '../config/config.ts';
import { type Environment, given, secretSettings, settingNames } from '../config/settings.ts';

/** `NAME=value` for each setting, with `(default)` or `(not set)` where the environment says nothing. */
export function describeSettings(config: Config, environment: Environment): string {
  const inForce: Record<(typeof settingNames)[number], string> = {
    NODE_ENV: given(environment, 'NODE_ENV') ?? '',
    HOST: config.host,
    PORT: String(config.port),
    DATABASE_URL: describeDatabase(config.database),
    DATABASE_POOL_SIZE: config.database.engine === 'postgres' ? String(config.database.poolSize) : '',
    DATABASE_TIMEOUT_MILLISECONDS:
      config.database.engine === 'postgres' ? String(config.database.timeoutMilliseconds) : '',
    DATABASE_CA_FILE: '',
    DATABASE_PREPARED_STATEMENTS:
      config.database.engine === 'postgres' ? String(config.database.preparedStatements) : '',
    MIGRATE_ON_START: String(config.migrateOnStart),
    JWT_SECRET: '',
    JWT_PUBLIC_KEY: '',
    JWT_JWKS_URL: '',
    JWT_ALGORITHMS: config.tokens.algorithms.join(','),
    JWT_ISSUER: config.tokens.issuers.join(','),
    JWT_AUDIENCE: config.tokens.audiences.join(','),
    JWT_PLAYER_CLAIM: config.tokens.playerClaim,
    JWT_CLOCK_TOLERANCE_SECONDS: String(config.tokens.clockToleranceSeconds),
    JWT_REQUIRED_CLAIMS: config.tokens.requiredClaims.join(','),
    JWT_TYPES: config.tokens.types.join(','),
    TOKEN_CACHE_MAX_BYTES: String(config.tokens.cacheMaxBytes),
    PLAYER_PROVISIONING: config.playerProvisioning,
    METADATA_READ: config.metadataRead,
    METADATA_MAX_BYTES: String(config.metadataMaxBytes),
    METADATA_HISTORY_INTERVAL_SECONDS: String(config.metadataHistory.intervalSeconds),
    METADATA_HISTORY_DAYS: String(config.metadataHistory.days),
    METADATA_HISTORY_VERSIONS: String(config.metadataHistory.maxVersions),
    METADATA_RULES: '',
    RATE_LIMIT_PER_MINUTE: String(config.rateLimitPerMinute),
    TRUSTED_PROXY_HOPS: '',
    UNAUTHENTICATED_LIMIT_PER_MINUTE: String(config.addressLimit?.perMinute ?? ''),
    METRICS_PORT: '',
    SESSION_TIMEOUT_SECONDS: String(config.sessionTimeoutSeconds),
    SESSION_HISTORY_DAYS: String(config.sessionHistoryDays),
    CORS_ORIGINS: config.corsOrigins === '*' ? '*' : config.corsOrigins.join(',') || 'none',
    LOG_LEVEL: config.logLevel,
  };
  return settingNames
    .map((name) => {
      const value = given(environment, name);
      if (value === undefined)
        return inForce[name] ? `${name}=${inForce[name]} (default)` : `${name} (not set)`;
      if (secretSettings.has(name)) return `${name}=(hidden)`;
      return `${name}=${inForce[name] || shown(value)}`;
    })
    .join('\n');
}

/** A value on one line, without the user name, password and query that a URL may hold. */
function shown(value: string): string {
  if (!URL.canParse(value)) return value.trim().replaceAll(/\s*\n\s*/g, '\\n');
  const { protocol, host, pathname, username, password, search } = new URL(value);
  return `${protocol}//${username || password ? '(hidden)@' : ''}${host}${pathname}${search ? '?(hidden)' : ''}`;
}
