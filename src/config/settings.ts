// From the environment to the value of each setting, or to its problems.
import type { Parser } from './parsers.ts';
import { type Prerequisites, registry, type Setting, type SettingName, settingNames } from './registry.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type ValueOf<Each extends Setting> =
  Each['parser'] extends Parser<infer Value>
    ? Each extends { readonly default: unknown }
      ? Value
      : Value | undefined
    : never;

/** The value of each setting. Only one without a default can be undefined. */
export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof registry)[Name]> };

export interface ReadSettings {
  /** Settings with problems have no value. */
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
      values[name] = derivedDefault(setting, values);
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
  if ('derive' in preset) return undefined;
  return isProduction(environment) ? preset.production : preset.elsewhere;
}

function derivedDefault({ default: preset }: Setting, values: Prerequisites): unknown {
  return typeof preset === 'object' && 'derive' in preset ? preset.derive(values) : undefined;
}
