// The settings in force, as text for operators, with secrets hidden.
import { registry, type Setting, settingNames } from './registry.ts';
import { type Environment, given, readSettings } from './settings.ts';

/** `NAME=value` for each setting, with `(default)` or `(not set)` where the environment has none. */
export function describeSettings(environment: Environment): string {
  const { values } = readSettings(environment);
  return settingNames
    .map((name) => {
      const setting: Setting = registry[name];
      const text = given(environment, name);
      const value = values[name];
      const isUsed = setting.isUsed?.(values) ?? true;
      if (value === undefined || (text === undefined && !isUsed)) return `${name} (not set)`;
      if (setting.isSecret) return `${name}=(hidden)`;
      return `${name}=${setting.parser.show(value, text ?? '')}${text === undefined ? ' (default)' : ''}`;
    })
    .join('\n');
}
