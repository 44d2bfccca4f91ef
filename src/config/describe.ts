// The settings in force, as text for operators, with secrets hidden.
import { registry, type Setting, type SettingName, settingNames } from './registry.ts';
import { type Environment, given, readSettings } from './settings.ts';

export interface ShownSetting {
  readonly name: SettingName;
  /** Null where there is none, `(hidden)` for a secret. */
  readonly value: string | null;
  /** Is it the default, because the environment has none? */
  readonly isDefault: boolean;
}

export function showSettings(environment: Environment): readonly ShownSetting[] {
  const { values } = readSettings(environment);
  return settingNames.map((name) => {
    const setting: Setting = registry[name];
    const text = given(environment, name);
    const value = values[name];
    const isUsed = setting.isUsed?.(values) ?? true;
    if (value === undefined || (text === undefined && !isUsed)) {
      return { name, value: null, isDefault: text === undefined };
    }
    if (setting.isSecret) return { name, value: '(hidden)', isDefault: false };
    return { name, value: setting.parser.show(value, text ?? ''), isDefault: text === undefined };
  });
}

/** `NAME=value` for each setting, with `(default)` or `(not set)` where the environment has none. */
export const describeSettings = (environment: Environment): string =>
  showSettings(environment)
    .map(({ name, value, isDefault }) =>
      value === null ? `${name} (not set)` : `${name}=${value}${isDefault ? ' (default)' : ''}`,
    )
    .join('\n');
