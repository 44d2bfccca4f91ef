// The settings in groups, by their names. A setting that this version does not know comes last.
import type { components } from '../../api/schema.ts';

export type ServiceState = components['schemas']['ServiceState'];
export type Setting = ServiceState['settings'][number];

export interface SettingGroup {
  readonly title: string;
  readonly settings: readonly Setting[];
}

/** The first pattern that matches a name decides. */
const groups: readonly (readonly [title: string, pattern: RegExp])[] = [
  [
    'Server and log',
    /^(?:NODE_ENV|HOST|PORT|CORS_ORIGINS|METRICS_PORT|METRICS_HOST|LOG_LEVEL|PROCESSES|IDLE_TIMEOUT_SECONDS)$/,
  ],
  ['Database', /^(?:DATABASE_|MIGRATE_)/],
  ['Tokens of players', /^(?:JWT_|TOKEN_)/],
  ['Players and metadata', /^(?:PLAYER_|METADATA_)/],
  ['Sessions and statistics', /^(?:SESSION_|STATISTICS_)/],
  ['Server API and audit', /^(?:SERVER_|AUDIT_)/],
  ['Events', /^(?:EVENTS|WEBHOOKS)(?:_|$)/],
  ['Sign-in at the console', /^(?:CONSOLE_|PUBLIC_URL$)/],
  ['Limits of callers', /^(?:RATE_LIMIT_|TRUSTED_PROXY_|UNAUTHENTICATED_|WAIT_)/],
  ['Traces', /^OTEL_/],
];

const others = 'Others';

export const groupOf = (name: string): string =>
  groups.find(([, pattern]) => pattern.test(name))?.[0] ?? others;

/** Groups in their order, each with its settings in the order of the service. A group without settings is left out. */
export const groupSettings = (settings: readonly Setting[]): readonly SettingGroup[] =>
  [...groups.map(([title]) => title), others]
    .map((title) => ({ title, settings: settings.filter(({ name }) => groupOf(name) === title) }))
    .filter(({ settings: list }) => list.length > 0);

/** The settings whose name, value or meaning has every word of a text. */
export function findSettings(settings: readonly Setting[], text: string): readonly Setting[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return settings.filter(({ name, value, meaning }) => {
    const content = `${name} ${value ?? ''} ${meaning}`.toLowerCase();
    return words.every((word) => content.includes(word));
  });
}
