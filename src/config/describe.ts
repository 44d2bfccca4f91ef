// The settings in force, as text for operators, with secrets hidden.
import { registry, type Setting, type SettingName, settingNames } from './registry.ts';
import { type Environment, given, readSettings } from './settings.ts';

export interface ShownSetting {
  readonly name: SettingName;
  /** Null where there is none, `(hidden)` for a secret. */
  readonly value: string | null;
  /** Is it the default, because the environment has none? */
  readonly isDefault: boolean;
  /** A sentence in Markdown, without a full stop, as in README. */
  readonly meaning: string;
}

export function showSettings(environment: Environment): readonly ShownSetting[] {
  const { values } = readSettings(environment);
  return settingNames.map((name) => {
    const setting: Setting = registry[name];
    const text = given(environment, name);
    const value = values[name];
    const { meaning } = setting;
    const isUsed = setting.isUsed?.(values) ?? true;
    if (value === undefined || (text === undefined && !isUsed)) {
      return { name, value: null, isDefault: text === undefined, meaning };
    }
    if (setting.isSecret) return { name, value: '(hidden)', isDefault: false, meaning };
    const shown = setting.parser.show(value, text ?? '');
    return { name, value: shown, isDefault: text === undefined, meaning };
  });
}

/** `NAME=value` for each setting, with `(default)` or `(not set)` where the environment has none. */
export const describeSettings = (environment: Environment): string =>
  showSettings(environment)
    .map(({ name, value, isDefault }) =>
      value === null ? `${name} (not set)` : `${name}=${value}${isDefault ? ' (default)' : ''}`,
    )
    .join('\n');
