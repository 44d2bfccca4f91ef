// Warnings about variables that are nearly named like a setting. Without a warning, a misspelled setting would silently keep its
// default. Pure.
import { type SettingName, settingNames } from './registry.ts';
import { type Environment, given } from './settings.ts';

/** Variables of other programs, whose names are near to those of settings. */
const othersNames: ReadonlySet<string> = new Set([
  ...['LOGLEVEL', 'LOG_LEVELS'],
  // The queue of OpenTelemetry for logs, which has the names of the one for spans.
  ...['SCHEDULE_DELAY', 'EXPORT_TIMEOUT', 'MAX_QUEUE_SIZE', 'MAX_EXPORT_BATCH_SIZE'].map(
    (name) => `OTEL_BLRP_${name}`,
  ),
]);

/** Shorter names have too many neighbours: `PORT`, `PORTS`, `HOST`, `HOSTS`. */
const leastCharacters = 9;
/** Names of this length or more may have two mistakes. */
const longCharacters = 12;

/** A sentence for each variable that has a value and is nearly named like a setting. It does not repeat the value. */
export function warningsOf(environment: Environment): readonly string[] {
  return Object.keys(environment).flatMap((name) => {
    const meant = given(environment, name) === undefined ? undefined : nearestSetting(name);
    return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`];
  });
}

function nearestSetting(name: string): SettingName | undefined {
  const isSetting = (settingNames as readonly string[]).includes(name);
  if (isSetting || othersNames.has(name)) return undefined;
  const upper = name.toUpperCase();
  return (
    settingNames.find((setting) => setting === upper) ??
    settingNames.find(
      (setting) => setting.length >= leastCharacters && distance(upper, setting) <= mistakesIn(setting),
    )
  );
}

const mistakesIn = (setting: string): number => (setting.length >= longCharacters ? 2 : 1);

/**
 * The optimal string alignment distance: the number of characters to remove, add or change, and of neighbours to swap, that makes
 * one text of the other. Lengths that differ by more than two are infinitely far apart.
 */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
