// States of content that is not there: empty, failed, loading. Also badges and tiles.
import type { ReactNode } from 'react';
import { ApiFailure } from '../api/failure.ts';
import type { Query } from '../hooks/query.ts';
import { Button } from './button.tsx';
import { WarningIcon } from './icons.tsx';

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
}

export const EmptyState = ({ title, children, icon, action }: EmptyStateProps) => (
  <div className="state">
    {icon !== undefined && <div className="state-icon">{icon}</div>}
    <p className="state-title">{title}</p>
    {children !== undefined && <div className="state-text">{children}</div>}
    {action}
  </div>
);

/** A failure in words: a title, the reason that the service gave, and how to ask about it. */
function describeFailure(
  error: unknown,
  isRetried: boolean,
): { readonly title: string; readonly text?: string | undefined } {
  if (!(error instanceof ApiFailure)) return { title: 'This page has a fault', text: String(error) };
  const { status, message, detail } = error;
  // The sign-in dialog is open, or was.
  if (status === 401) return { title: 'You were signed out' };
  const texts: Readonly<Record<number, string>> = {
    0: isRetried ? 'The console tries again by itself.' : 'Try again when the connection is back.',
    403: 'The key that you are signed in with may not do this.',
    429: 'The key has made too many requests. Try again in a minute.',
    500: 'The service has a fault. Its log has more about it.',
    503: `The service is busy or its database is away. ${isRetried ? 'The console tries again by itself.' : 'Try again in a moment.'}`,
  };
  return { title: message, text: detail === undefined ? texts[status] : asSentence(detail) };
}

/** The reason of the service, which begins in lower case and has no full stop. */
export const asSentence = (reason: string): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? '' : '.'}`;

export interface FailureTextProps {
  readonly error: unknown;
  /** How to go on, instead of the reason. */
  readonly advice?: string | undefined;
}

/** A failure beside a form, which the person may send again. */
export function FailureText({ error, advice }: FailureTextProps) {
  const { title, text } = describeFailure(error, false);
  const requestId = error instanceof ApiFailure ? error.requestId : undefined;
  return (
    <div className="failure" role="alert">
      <WarningIcon />
      <div>
        <strong>{title}.</strong> {advice ?? text}
        {requestId !== undefined && <span className="failure-id">Request {requestId}</span>}
      </div>
    </div>
  );
}

export interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** A failure in the place of content. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { title, text } = describeFailure(error, true);
  const requestId = error instanceof ApiFailure ? error.requestId : undefined;
  return (
    <div className="state" role="alert">
      <div className="state-icon state-icon-danger">
        <WarningIcon />
      </div>
      <p className="state-title">{title}</p>
      {text !== undefined && <p className="state-text">{text}</p>}
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
      {requestId !== undefined && <p className="failure-id">Request {requestId}</p>}
    </div>
  );
}

/** Lines that stand for text which is being loaded. */
export const Skeleton = ({ lines = 3, height }: { readonly lines?: number; readonly height?: number }) => (
  <div className="skeleton" role="status">
    <span className="visually-hidden">Loading</span>
    {height === undefined ? (
      Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike
        <div key={line} className="skeleton-line" />
      ))
    ) : (
      <div className="skeleton-line" style={{ height, width: '100%' }} />
    )}
  </div>
);

/** Rows that stand for those of a list, as high as they. */
export const ListSkeleton = ({ rows = 14 }: { readonly rows?: number }) => (
  <div className="skeleton skeleton-list" role="status">
    <span className="visually-hidden">Loading</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike
      <div key={row} className="skeleton-row">
        <div className="skeleton-line" />
      </div>
    ))}
  </div>
);

/** A part that is being loaded, as high as it: in pixels, on wide windows and on a phone. */
export const Block = ({
  heights: [wide, narrow],
}: {
  readonly heights: readonly [wide: number, narrow: number];
}) => (
  <div className="skeleton-block" style={{ '--wide': `${wide}px`, '--narrow': `${narrow}px` } as object}>
    <Skeleton lines={1} />
  </div>
);

export interface QueryViewProps<T> {
  readonly query: Query<T>;
  readonly children: (data: T) => ReactNode;
  /** The place holder; three lines by default. */
  readonly loading?: ReactNode;
}

/** Shows a query: its skeleton, then its data or its error. Data that is there stays when a later load fails. */
export function QueryView<T>({ query, children, loading }: QueryViewProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return loading ?? <Skeleton />;
}

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

export interface BadgeProps {
  readonly tone?: Tone;
  /** A dot before the text, for states such as online. */
  readonly hasDot?: boolean;
  readonly children: ReactNode;
}

export const Badge = ({ tone = 'neutral', hasDot = false, children }: BadgeProps) => (
  <span className={`badge badge-${tone}`}>
    {hasDot && <span className="badge-dot" aria-hidden="true" />}
    {children}
  </span>
);

export interface StatTileProps {
  readonly label: string;
  /** Undefined while it is loaded. */
  readonly value: ReactNode | undefined;
  /** A line below, such as the comparison with the period before. */
  readonly note?: ReactNode;
  /** Colours the note. */
  readonly trend?: 'up' | 'down' | 'level';
  /** A small chart below, which is decoration: its numbers must stand elsewhere too. */
  readonly chart?: ReactNode;
}

export const StatTile = ({ label, value, note, trend = 'level', chart }: StatTileProps) => (
  <div className="tile">
    <p className="tile-label">{label}</p>
    <div className="tile-value">{value === undefined ? <Skeleton height={30} /> : value}</div>
    {note !== undefined && <div className={`tile-note tile-note-${trend}`}>{note}</div>}
    {chart}
  </div>
);

export interface CardProps {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Without padding, for tables. */
  readonly isFlush?: boolean;
}

export const Card = ({ title, actions, children, isFlush = false }: CardProps) => (
  <section className="card">
    {(title !== undefined || actions !== undefined) && (
      <header className="card-head">
        <h2 className="card-title">{title}</h2>
        {actions}
      </header>
    )}
    <div className={isFlush ? 'card-flush' : 'card-body'}>{children}</div>
  </section>
);

export interface FactsProps {
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[];
}

/** Names and values under each other. */
export const Facts = ({ facts }: FactsProps) => (
  <dl className="facts">
    {facts.map(({ label, value }) => (
      <div key={label} className="fact">
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
