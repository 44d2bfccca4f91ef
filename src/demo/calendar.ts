// The rhythm of the demo's month: when players register, how many come back, and at which hours they play. Days are those of UTC.
import type { Random } from './random.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The days since the launch, which was at midnight. A few cohorts then have a day 30. */
const launchDays = 32;

/** The weight of each hour of a player's own day: quiet at night, busy in the evening. */
const localHours = [
  ...[3, 2, 1, 1, 1, 1, 2, 3, 4, 4, 5, 5],
  ...[6, 6, 6, 7, 8, 9, 11, 13, 14, 13, 10, 6],
] as const;
const hoursOfDay = localHours.map((_, index) => index);

export interface Country {
  readonly code: string;
  /** The share of all players, in percent. */
  readonly share: number;
  /** The hours by which its time is ahead of UTC. */
  readonly offsetHours: number;
}

export const countries: readonly Country[] = [
  { code: 'US', share: 22, offsetHours: -6 },
  { code: 'BR', share: 13, offsetHours: -3 },
  { code: 'DE', share: 11, offsetHours: 1 },
  { code: 'JP', share: 9, offsetHours: 9 },
  { code: 'FR', share: 8, offsetHours: 1 },
  { code: 'GB', share: 8, offsetHours: 0 },
  { code: 'PL', share: 6, offsetHours: 1 },
  { code: 'MX', share: 6, offsetHours: -6 },
  { code: 'KR', share: 6, offsetHours: 9 },
  { code: 'IN', share: 6, offsetHours: 6 },
  { code: 'SA', share: 5, offsetHours: 3 },
];

/** The weight of an hour of UTC for the players of a country. */
const weightIn = ({ offsetHours }: Country, hourOfDay: number): number =>
  localHours[(hourOfDay + offsetHours + 24) % 24] ?? 0;

const hourWeights = new Map(
  countries.map((country) => [country.code, hoursOfDay.map((each) => weightIn(country, each))]),
);
/** The weight of each hour of UTC for all players together. */
const worldHours = hoursOfDay.map((each) =>
  countries.reduce((sum, country) => sum + country.share * weightIn(country, each), 0),
);
const meanWorldHour = worldHours.reduce((sum, weight) => sum + weight, 0) / worldHours.length;

export const startOfDay = (at: number): number => at - (at % day);
export const launchOf = (now: number): number => startOfDay(now) - launchDays * day;

/** Weekends are busier. 1 January 1970 was a Thursday. */
export function weekdayFactor(at: number): number {
  const weekday = (Math.floor(at / day) + 4) % 7;
  return weekday === 0 || weekday === 6 ? 1.25 : 0.93;
}

/** The times of the registrations from the launch until now, in order: a peak at the launch, then a steady stream. */
export function registrationTimes(now: number, count: number): number[] {
  const launch = launchOf(now);
  const slots: { readonly start: number; readonly length: number; readonly weight: number }[] = [];
  for (let start = launch; start < now; start += hour) {
    const length = Math.min(hour, now - start);
    const daily = (0.4 + 5 * Math.exp(-(start - launch) / day / 2.8)) * weekdayFactor(start);
    const hourly = worldHours[Math.floor((start % day) / hour)] ?? 0;
    slots.push({ start, length, weight: (daily * hourly * length) / hour });
  }
  const total = slots.reduce((sum, { weight }) => sum + weight, 0);
  const times: number[] = [];
  let passed = 0;
  for (const { start, length, weight } of slots) {
    const first = Math.ceil((passed / total) * count - 0.5);
    passed += weight;
    const end = Math.ceil((passed / total) * count - 0.5);
    for (let place = first; place < end; place += 1)
      times.push(Math.floor(start + ((place - first + 0.5) / (end - first)) * length));
  }
  return times;
}

/** The country of a player who registers at a time: those where it is evening are likelier. */
export function countryAt(random: Random, at: number): Country {
  const hourOfDay = Math.floor((at % day) / hour);
  const weights = countries.map((country) => country.share * weightIn(country, hourOfDay));
  return countries[random.indexOf(weights)] as Country;
}

/** A time of the day of UTC that begins then, at an hour when a country plays. */
export function timeOfDay(random: Random, { code }: Country, start: number): number {
  const weights = hourWeights.get(code) ?? worldHours;
  return Math.floor(start + random.indexOf(weights) * hour + random.next() * hour);
}

const returnPoints = [
  [1, 0.4],
  [7, 0.18],
  [30, 0.08],
] as const;

/** The share of players who play on a day after their first: 40 % on day 1, 18 % on day 7, 8 % on day 30. */
export function returnShare(days: number): number {
  const next = returnPoints.findIndex(([point]) => days <= point);
  const [endDay, end] = returnPoints[next < 0 ? returnPoints.length - 1 : next] ?? returnPoints[0];
  if (next <= 0) return end;
  const [startDay, start] = returnPoints[next - 1] ?? returnPoints[0];
  const progress = Math.log(days / startDay) / Math.log(endDay / startDay);
  return start * (end / start) ** progress;
}

/** The number of players whom the demo has online at a time: between 30 and 60, with the hour and the weekday. */
export function targetOnline(at: number): number {
  const hourly = (worldHours[Math.floor((at % day) / hour)] ?? meanWorldHour) / meanWorldHour;
  return Math.round(Math.min(60, Math.max(30, 42 * hourly * weekdayFactor(at))));
}
