// Environment → the value of each setting, and the problems of each by itself. Pure.
import type { Parser } from './parsers.ts';
import { type DecidingValues, registry, type Setting, type SettingName, settingNames } from './registry.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type ValueOf<Each extends Setting> =
  Each['parser'] extends Parser<infer Value>
    ? Each extends { readonly default: unknown }
      ? Value
      : Value | undefined
    : never;

/** Undefined is a setting without a default that is not given. */
export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof registry)[Name]> };

export interface ReadSettings {
  /** Without those that have problems. */
  readonly values: Partial<Settings>;
  /** Each names its variable. */
  readonly problems: readonly string[];
}

/**
 * The value of a setting without the white space around it, such as the line break at the end of a secret's file. An empty or
 * blank value counts as unset.
 */
export function given(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

export const isProduction = (environment: Environment): boolean =>
  given(environment, 'NODE_ENV') === 'production';

/** Reads each setting by itself, so that one problem hides no other. */
export function readSettings(environment: Environment): ReadSettings {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const name of settingNames) {
    const setting: Setting = registry[name];
    const text = given(environment, name) ?? defaultText(setting, environment);
    if (text === undefined) {
      values[name] = decidedDefault(setting, values);
      continue;
    }
    const parsed = setting.parser.schema.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(...parsed.error.issues.map((issue) => `${name}: ${issue.message}`));
  }
  return { values, problems };
}

function defaultText({ default: preset }: Setting, environment: Environment): string | undefined {
  if (preset === undefined || typeof preset === 'string') return preset;
  if ('decide' in preset) return undefined;
  return isProduction(environment) ? preset.production : preset.elsewhere;
}

function decidedDefault({ default: preset }: Setting, values: DecidingValues): unknown {
  return typeof preset === 'object' && 'decide' in preset ? preset.decide(values) : undefined;
}
