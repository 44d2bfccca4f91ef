// Values as people read them: instants, durations, counts, bytes, and names of players, which may be long or right to left.
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';

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
const full = new Intl.DateTimeFormat(locale, {
  ...{
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
  ...{ hourCycle: 'h23', timeZoneName: 'short' },
});
const counts = new Intl.NumberFormat(locale);

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** An instant from a moment's distance: `3 minutes ago`, `in 2 hours`; a date beyond a week. */
function formatRelative(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const distance = Math.abs(seconds);
  if (distance < 10) return 'just now';
  if (distance < minute) return relative.format(seconds, 'second');
  if (distance < hour) return relative.format(Math.round(seconds / minute), 'minute');
  if (distance < day) return relative.format(Math.round(seconds / hour), 'hour');
  if (distance < 7 * day) return relative.format(Math.round(seconds / day), 'day');
  return formatInstant(at, now);
}

/** An instant in the reader's zone, to the minute. */
export const formatInstant = (at: number, now: number): string =>
  (new Date(at).getFullYear() === new Date(now).getFullYear() ? sameYear : withYear).format(at);

// One timer tells all instants on a page to count on.
const tickers = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;
let tickedAt = Date.now();

function subscribeToTicks(listener: () => void): () => void {
  tickers.add(listener);
  ticking ??= setInterval(() => {
    tickedAt = Date.now();
    for (const ticker of tickers) ticker();
  }, 10_000);
  return () => {
    tickers.delete(listener);
    if (tickers.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** The time now, to ten seconds. */
export const useNow = (): number => useSyncExternalStore(subscribeToTicks, () => tickedAt);

export interface TimeProps {
  /** ISO 8601, as the API gives it; null shows a dash. */
  readonly at: string | null | undefined;
  readonly form?: 'relative' | 'absolute';
  /** The text for null. */
  readonly none?: ReactNode;
}

/** An instant. Its title has the instant in ISO 8601 and in the reader's zone. */
export function Time({ at, form = 'relative', none = '–' }: TimeProps) {
  const now = useNow();
  if (at === null || at === undefined) return <span className="muted">{none}</span>;
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return <span>{at}</span>;
  const text =
    form === 'relative' ? formatRelative(instant, Math.max(now, tickedAt)) : formatInstant(instant, now);
  return (
    <time dateTime={at} title={`${at}\n${full.format(instant)}`} className="time">
      {text}
    </time>
  );
}

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

export const Duration = ({ seconds }: { readonly seconds: number | null | undefined }) =>
  seconds === null || seconds === undefined ? (
    <span className="muted">–</span>
  ) : (
    <span className="numeric" title={`${seconds} seconds`}>
      {formatDuration(seconds)}
    </span>
  );

/** An integer with its digits grouped. */
export const formatCount = (value: number): string => counts.format(value);

/** An amount of bytes: `812 B`, `14.2 KiB`, `1 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const [value, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KiB'] : [bytes / 1024 ** 2, 'MiB'];
  return `${value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${unit}`;
}

export interface BytesProps {
  readonly bytes: number;
  /** Shows the exact number too, which is otherwise in the title. */
  readonly isExact?: boolean;
}

/** An amount of bytes, with the exact number. */
export function Bytes({ bytes, isExact = false }: BytesProps) {
  const exact = `${formatCount(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return isExact && bytes >= 1024 ? (
    <span className="numeric">
      {formatBytes(bytes)} <span className="muted">({exact})</span>
    </span>
  ) : (
    <span className="numeric" title={exact}>
      {formatBytes(bytes)}
    </span>
  );
}

/** The head and the tail of a text, cut between characters as people see them. */
function ends(text: string, tailLength: number): readonly [string, string] {
  const segments = [...new Intl.Segmenter(locale).segment(text)];
  const cut = segments.at(-tailLength)?.index ?? 0;
  return [text.slice(0, cut), text.slice(cut)];
}

const shortNameLength = 20;
const tailLength = 8;

/** The id of a player, isolated from the direction of the text around it. A long one is cut in its middle. */
export function PlayerName({ playerId }: { readonly playerId: string }) {
  if (playerId.length <= shortNameLength) {
    return (
      <bdi className="player-name">
        <span className="player-name-head">{playerId}</span>
      </bdi>
    );
  }
  const [head, tail] = ends(playerId, tailLength);
  return (
    <bdi className="player-name" title={playerId}>
      <span className="visually-hidden">{playerId}</span>
      <span className="player-name-head" aria-hidden="true">
        {head}
      </span>
      <span className="player-name-tail" aria-hidden="true">
        {tail}
      </span>
    </bdi>
  );
}

export interface CopyButtonProps {
  readonly text: string;
  /** The thing that is copied, such as `player id`. */
  readonly name: string;
  /** The text beside the icon; the icon alone by default. */
  readonly label?: string;
}

export function CopyButton({ text, name, label }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  // Browsers have no clipboard for a page that came by plain HTTP from another machine.
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <>
      <Button
        variant={label ? 'secondary' : 'ghost'}
        size="small"
        className={label ? 'copy' : 'copy button-bare'}
        icon={isCopied ? <CheckIcon /> : <CopyIcon />}
        aria-label={label ? undefined : `Copy ${name}`}
        onClick={() => void copy()}
      >
        {label && isCopied ? 'Copied' : label}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? `Copied ${name}` : ''}
      </span>
    </>
  );
}

export interface CopyableTextProps extends Pick<CopyButtonProps, 'text' | 'name'> {
  readonly isMono?: boolean;
}

/** An id in full, with a button that copies it. */
export const CopyableText = ({ text, name, isMono = false }: CopyableTextProps) => (
  <span className="copyable">
    <bdi className={isMono ? 'copyable-text mono' : 'copyable-text'}>{text}</bdi>
    <CopyButton text={text} name={name} />
  </span>
);
