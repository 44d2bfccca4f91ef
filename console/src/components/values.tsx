// Values as people read them: instants, durations, counts, bytes, and names of players, which may be long or right to left.
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { unseen } from '../../../src/lib/key-name.ts';
import { Button } from './button.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import {
  formatBytes,
  formatCount,
  formatDistance,
  formatDuration,
  formatInstant,
  formatRelative,
} from './value-texts.ts';

const full = new Intl.DateTimeFormat('en', {
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
  /** `distance` for one that stands beside the absolute form: it never becomes a date. */
  readonly form?: 'relative' | 'absolute' | 'distance';
  /** The text for null. */
  readonly none?: ReactNode;
}

const formats = { relative: formatRelative, absolute: formatInstant, distance: formatDistance } as const;

/** An instant. Its title has the instant in ISO 8601 and in the reader's zone. */
export function Time({ at, form = 'relative', none = '–' }: TimeProps) {
  const now = useNow();
  if (at === null || at === undefined) return <span className="muted">{none}</span>;
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return <span>{at}</span>;
  const text = formats[form](instant, Math.max(now, tickedAt));
  return (
    <time dateTime={at} title={`${at}\n${full.format(instant)}`} className="time">
      {text}
    </time>
  );
}

export const Duration = ({ seconds }: { readonly seconds: number | null | undefined }) =>
  seconds === null || seconds === undefined ? (
    <span className="muted">–</span>
  ) : (
    <span className="numeric" title={`${seconds} seconds`}>
      {formatDuration(seconds)}
    </span>
  );

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
  const segments = [...new Intl.Segmenter('en').segment(text)];
  const cut = segments.at(-tailLength)?.index ?? 0;
  return [text.slice(0, cut), text.slice(cut)];
}

const codePointMark = (character: string): string =>
  character === ' ' ? '␣' : `⟨U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`;

const marked = (text: string): string => [...text].map(codePointMark).join('');

/** A text as it can be seen: in quotes, with marks for space at its ends, or for all of it where nothing else is in it. */
export function visibleText(text: string): string {
  if (!/[^\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u.test(text)) return `“${marked(text)}”`;
  const shown = text.replace(/^\s+|\s+$/gu, marked);
  return shown === text ? text : `“${shown}”`;
}

const unseenInLines = new RegExp(`(?![\n\t])${unseen.source}`, 'gu');

/** A text of several lines as it can be seen: with marks for characters that have no shape, or turn or hide what is beside them. */
export const escapedText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(unseenInLines, codePointMark);

const shortNameLength = 20;
const tailLength = 8;

/** The id of a player, isolated from the direction of the text around it. A long one is cut in its middle. */
export function PlayerName({ playerId: exact }: { readonly playerId: string }) {
  const playerId = visibleText(exact);
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

/** Characters that turn the direction of the text after them. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The display name of a player, as far as it can be seen: isolated from the text around it, on one line. */
export function DisplayName({ name }: { readonly name: string }) {
  const shown = visibleText(name.replaceAll(directionMarks, '').replaceAll(/[\s\p{Cc}]+/gu, ' '));
  return (
    <bdi className="display-name" title={shown}>
      {shown}
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
    <bdi className={isMono ? 'copyable-text mono' : 'copyable-text'}>{visibleText(text)}</bdi>
    <CopyButton text={text} name={name} />
  </span>
);
