// Values as texts: instants, durations, counts and amounts of bytes. Nothing here needs a document.

const locale = 'en';
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const sameYear = new Intl.DateTimeFormat(locale, {
  ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
});
const withYear = new Intl.DateTimeFormat(locale, {
  ...{
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
});
const counts = new Intl.NumberFormat(locale);

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** An instant from a moment's distance: `3 minutes ago`, `in 2 hours`; a date beyond a week. */
export const formatRelative = (at: number, now: number): string =>
  Math.abs(at - now) < (7 * day - 0.5) * 1000 ? formatDistance(at, now) : formatInstant(at, now);

/** The distance of an instant, however far: `3 minutes ago`, `in 31 days`. */
export function formatDistance(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const distance = Math.abs(seconds);
  if (distance < 10) return 'just now';
  if (distance < minute) return relative.format(seconds, 'second');
  if (distance < hour) return relative.format(Math.round(seconds / minute), 'minute');
  if (distance < day) return relative.format(Math.round(seconds / hour), 'hour');
  return relative.format(Math.round(seconds / day), 'day');
}

/** An instant in the reader's zone, to the minute. */
export const formatInstant = (at: number, now: number): string =>
  (new Date(at).getFullYear() === new Date(now).getFullYear() ? sameYear : withYear).format(at);

/** An instant in the reader's zone, to the minute, with its year. */
export const formatInstantWithYear = (at: number): string => withYear.format(at);

/** A duration: `4 s`, `12 min`, `3 h 05 min`, `2 d 4 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  const whole = Math.round(seconds);
  if (whole < minute) return `${whole} s`;
  if (whole < 10 * minute) {
    const rest = whole % minute;
    return `${Math.floor(whole / minute)} min${rest === 0 ? '' : ` ${rest} s`}`;
  }
  const minutes = Math.round(whole / minute);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
  const wholeHours = Math.round(minutes / 60);
  return `${Math.floor(wholeHours / 24)} d ${wholeHours % 24} h`;
}

/** An integer with its digits grouped. */
export const formatCount = (value: number): string => counts.format(value);

/** An amount of bytes: `812 B`, `14.2 KiB`, `1 MiB`, `9.5 GiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const [value, unit] =
    bytes < 1024 ** 2
      ? [bytes / 1024, 'KiB']
      : bytes < 1024 ** 3
        ? [bytes / 1024 ** 2, 'MiB']
        : [bytes / 1024 ** 3, 'GiB'];
  return `${value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${unit}`;
}
