// The settings in force as the text of an `.env` file, without secrets: those stand there as comments, like the defaults.
import type { Setting } from './setting-groups.ts';

/** The service shows no user and no password of a URL, so such a value does not work as it is. */
const isIncomplete = (value: string): boolean =>
  value.includes('(hidden)') || value.startsWith('postgres://');

const isPlain = (value: string): boolean => /^[\w./:@,+*=-]+$/.test(value);

/** Quotes by `'` keep everything as it is but the quote itself. */
function quoted(value: string): string {
  if (isPlain(value)) return value;
  if (!value.includes("'")) return `'${value}'`;
  return `"${value.replaceAll(/["\\$]/g, '\\$&')}"`;
}

export function environmentFile(settings: readonly Setting[]): string {
  const lines = settings.flatMap(({ name, value, isDefault }) => {
    if (value === null) return [];
    if (value === '(hidden)') return [`# ${name}= (a secret, which is not shown)`];
    if (isDefault) return [`# ${name}=${quoted(value)}`];
    if (isIncomplete(value)) return [`# ${name}=${quoted(value)} (without its user and password)`];
    return [`${name}=${quoted(value)}`];
  });
  return `${lines.join('\n')}\n`;
}
