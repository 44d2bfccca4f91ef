// The definitions of the statistics by brute force over a list of sessions, written from the specification alone. It shares no
// code with the service, and looks at every session for every figure.

export interface ReferenceSession {
  /** The number of the player. */
  readonly player: number;
  readonly start: number;
  /** Null while the session is active. */
  readonly end: number | null;
  readonly reason: string;
  readonly context: string | null;
}

interface ValueRow {
  readonly value: unknown;
  readonly sessions: number;
  readonly playSeconds: number;
}

/** The local date of an instant, `YYYY-MM-DD`. */
function dateAt(time: number, zone: string): string {
  // The dates of Sweden have this form.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(time);
}

const memo = new Map<string, number>();

/** The first instant of a date, by bisection between two instants at which the date is another. */
function beginning(date: string, zone: string): number {
  const key = `${zone} ${date}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  let low = Date.parse(`${date}T00:00:00Z`) - 20 * 3_600_000;
  let high = low + 40 * 3_600_000;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dateAt(middle, zone) >= date) high = middle;
    else low = middle;
  }
  memo.set(key, high);
  return high;
}

const shifted = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

function datesOf(from: string, to: string): string[] {
  const dates = [];
  for (let date = from; date <= to; date = shifted(date, 1)) dates.push(date);
  return dates;
}

type Interval = 'day' | 'week' | 'month' | 'year';

/** The first dates of the periods that overlap `from` to `to`. */
function startsOf(from: string, to: string, interval: Interval): string[] {
  const starts = datesOf(from, to).map((date) => {
    if (interval === 'day') return date;
    if (interval === 'year') return `${date.slice(0, 4)}-01-01`;
    if (interval === 'month') return `${date.slice(0, 7)}-01`;
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    return shifted(date, weekday === 0 ? -6 : 1 - weekday);
  });
  return [...new Set(starts)];
}

function endOf(start: string, interval: Interval): string {
  if (interval === 'day') return shifted(start, 1);
  if (interval === 'year') return `${String(Number(start.slice(0, 4)) + 1).padStart(4, '0')}-01-01`;
  if (interval === 'week') return shifted(start, 7);
  return `${shifted(start, 31).slice(0, 7)}-01`;
}

export class Reference {
  readonly #sessions: readonly (ReferenceSession & { readonly until: number })[];

  constructor(
    sessions: readonly ReferenceSession[],
    readonly zone: string,
    readonly asOf: number,
  ) {
    this.#sessions = sessions.map((session) => ({
      ...session,
      until: Math.max(session.start, session.end ?? asOf),
    }));
  }

  online(): number {
    return this.#sessions.filter((session) => session.end === null).length;
  }

  series(from: number, to: number, stepSeconds: number): { at: number; online: number }[] {
    const points = [];
    for (let at = from; at < to; at += stepSeconds * 1000) {
      const online = this.#sessions.filter(({ start, until }) => start <= at && at < until).length;
      points.push({ at, online });
    }
    return points;
  }

  /** Players with a session that overlaps the time from `low` to before `high`. */
  #active(low: number, high: number): Set<number> {
    const overlaps = this.#sessions.filter(({ start, until }) =>
      start === until ? start >= low && start < high : start < high && until > low,
    );
    return new Set(overlaps.map(({ player }) => player));
  }

  readonly #firstStarts = new Map<number, number>();

  #firstStart(player: number): number {
    const known = this.#firstStarts.get(player);
    if (known !== undefined) return known;
    const starts = this.#sessions.filter((each) => each.player === player).map(({ start }) => start);
    const first = Math.min(...starts);
    this.#firstStarts.set(player, first);
    return first;
  }

  #isNew(player: number, low: number, high: number): boolean {
    const first = this.#firstStart(player);
    return first >= low && first < high;
  }

  players(from: string, to: string, interval: 'day' | 'week' | 'month') {
    return startsOf(from, to, interval).map((start) => {
      const low = beginning(start, this.zone);
      const high = beginning(endOf(start, interval), this.zone);
      const active = [...this.#active(low, high)];
      const fresh = active.filter((player) => this.#isNew(player, low, high)).length;
      return {
        start,
        active: active.length,
        new: fresh,
        returning: active.length - fresh,
        sessions: this.#sessions.filter((each) => each.start >= low && each.start < high).length,
        playSeconds: this.#play(this.#sessions, low, high),
      };
    });
  }

  #play(sessions: readonly { start: number; until: number }[], low: number, high: number): number {
    let milliseconds = 0;
    for (const { start, until } of sessions)
      milliseconds += Math.max(0, Math.min(until, high) - Math.max(start, low));
    return milliseconds / 1000;
  }

  stickiness(from: string, to: string, interval: 'week' | 'month' | 'year') {
    const today = dateAt(this.asOf, this.zone);
    return startsOf(from, to, interval).map((start) => {
      const end = endOf(start, interval);
      const dates = datesOf(start, shifted(end, -1)).filter((date) => date <= today);
      const activeBetween = (first: string, after: string) =>
        this.#active(beginning(first, this.zone), beginning(after, this.zone)).size;
      const active = activeBetween(start, end);
      const all = dates.reduce((sum, date) => sum + activeBetween(date, shifted(date, 1)), 0);
      const averageDaily = dates.length === 0 ? 0 : all / dates.length;
      return {
        start,
        days: dates.length,
        active,
        averageDaily,
        stickiness: active === 0 ? null : averageDaily / active,
      };
    });
  }

  /** The retention too: those of a day, by the number of days later. */
  cohorts(from: string, to: string, interval: 'day' | 'week' | 'month', periods: readonly number[]) {
    const later = (start: string, count: number): string => {
      let result = start;
      for (let step = 0; step < count; step += 1) result = endOf(result, interval);
      return result;
    };
    const players = [...new Set(this.#sessions.map(({ player }) => player))];
    return startsOf(from, to, interval).map((start) => {
      const low = beginning(start, this.zone);
      const high = beginning(later(start, 1), this.zone);
      const cohort = players.filter((player) => this.#isNew(player, low, high));
      const returned: Record<string, number | null> = {};
      for (const period of periods) {
        const end = beginning(later(start, period + 1), this.zone);
        const active = this.#active(beginning(later(start, period), this.zone), end);
        returned[period] = end > this.asOf ? null : cohort.filter((player) => active.has(player)).length;
      }
      return { start, size: cohort.length, returned };
    });
  }

  /** The lengths in seconds of the sessions that ended in the period, sorted. */
  lengths(from: string, to: string): number[] {
    const low = beginning(from, this.zone);
    const high = beginning(shifted(to, 1), this.zone);
    return this.#sessions
      .filter(({ end, until }) => end !== null && until >= low && until < high)
      .map(({ start, until }) => (until - start) / 1000)
      .sort((a, b) => a - b);
  }

  sessions(from: string, to: string, by: string): ValueRow[] {
    return this.#sessionsBetween(from, shifted(to, 1), by);
  }

  sessionsSeries(from: string, to: string, by: string, interval: 'day' | 'week' | 'month', values: number) {
    const starts = startsOf(from, to, interval);
    const [first = from, last = to] = [starts[0], starts.at(-1)];
    const isBefore = (a: ValueRow, b: ValueRow) => JSON.stringify(a.value) < JSON.stringify(b.value);
    const named = this.#sessionsBetween(first, endOf(last, interval), by)
      .filter(({ value }) => value !== 'other')
      .sort((a, b) => b.sessions - a.sessions || b.playSeconds - a.playSeconds || (isBefore(a, b) ? -1 : 1))
      .slice(0, values)
      .map(({ value }) => value);
    return starts.flatMap((start) => {
      const rows = this.#sessionsBetween(start, endOf(start, interval), by);
      const rest = rows.filter(({ value }) => !named.includes(value));
      const kept = rows.filter(({ value }) => named.includes(value));
      const other = {
        value: 'other' as unknown,
        sessions: rest.reduce((sum, row) => sum + row.sessions, 0),
        playSeconds: rest.reduce((sum, row) => sum + Math.round(row.playSeconds * 1000), 0) / 1000,
      };
      return [...kept, ...(rest.length > 0 ? [other] : [])].map((row) => ({ start, ...row }));
    });
  }

  #sessionsBetween(from: string, end: string, by: string): ValueRow[] {
    const low = beginning(from, this.zone);
    const high = beginning(end, this.zone);
    const groups = Map.groupBy(this.#sessions, ({ end, reason, context }) => {
      if (by !== 'reason') return valueAt(context, by);
      return end === null ? 'active' : reason;
    });
    return [...groups]
      .map(([value, sessions]) => ({
        value,
        sessions: sessions.filter(({ start }) => start >= low && start < high).length,
        playSeconds: this.#play(sessions, low, high),
      }))
      .filter((row) => row.sessions > 0 || row.playSeconds > 0);
  }
}

function valueAt(context: string | null, pointer: string): unknown {
  let value: unknown = context === null ? null : JSON.parse(context);
  for (const token of pointer.slice(1).split('/')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    value = Object.hasOwn(value, token) ? (value as Record<string, unknown>)[token] : null;
  }
  if (typeof value === 'object') return null;
  return [...String(value)].length > 64 ? 'other' : value;
}
