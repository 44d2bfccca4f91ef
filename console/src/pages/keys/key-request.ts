// The form of a new key: what the service would refuse, and how long the key works.
import { keyNameProblem } from '../../../../src/lib/key-name.ts';

export function nameProblem(name: string): string | undefined {
  if (name === '') return 'Give the key a name, such as the program or person that uses it.';
  const problem = keyNameProblem(name);
  return problem === undefined ? undefined : `The name ${problem}.`;
}

const day = 86_400;

/** The choices, as texts of seconds; `none` for a key that does not expire. */
export const lifetimes = [
  { value: String(3_600), label: '1 hour' },
  { value: String(day), label: '1 day' },
  { value: String(7 * day), label: '7 days' },
  { value: String(30 * day), label: '30 days' },
  { value: String(90 * day), label: '90 days' },
  { value: String(365 * day), label: '1 year' },
  { value: 'none', label: 'No end' },
] as const;

/** Those of a person, whose keys must expire. */
export const lifetimesOfPerson = lifetimes.filter(({ value }) => value !== 'none');

export type Lifetime = (typeof lifetimes)[number]['value'];

/** Undefined for a key that does not expire. */
export const lifetimeSeconds = (lifetime: Lifetime): number | undefined =>
  lifetime === 'none' ? undefined : Number(lifetime);

export type Expiry = 'none' | 'later' | 'soon' | 'past';

const soonDays = 14;

/** @param now milliseconds since the epoch */
export function expiryOf(expiresAt: string | null, now: number): Expiry {
  if (expiresAt === null) return 'none';
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return 'past';
  return left < soonDays * day * 1000 ? 'soon' : 'later';
}
