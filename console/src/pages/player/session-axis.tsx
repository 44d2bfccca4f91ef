// The time axis of a player's sessions. It is one stop of the Tab key, within which arrow keys go from session to session; the details
// stand below. The table of sessions says the same, so bars may be thin.
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import { formatDuration, formatInstant } from '../../components/value-texts.ts';
import { useNow } from '../../components/values.tsx';
import { ReasonBadge, reasonTexts } from './reason-badge.tsx';
import { type AxisRow, type AxisSession, layOutAxis } from './session-axis-layout.ts';

const dayName = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short' });
const dayNameWithYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const clockTime = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const ticks = [0, 6, 12, 18, 24] as const;

export interface SessionAxisProps {
  /** Newest first. */
  readonly sessions: readonly AxisSession[];
}

export function SessionAxis({ sessions }: SessionAxisProps) {
  const id = useId();
  const { rows, isCut } = useMemo(() => layOutAxis(sessions), [sessions]);
  const [selectedId, setSelectedId] = useState<string>();
  const selected = sessions.find((session) => session.id === selectedId);
  const reasons = [...new Set(sessions.map(({ reason }) => reason))];

  function onKeyDown(event: KeyboardEvent) {
    const at = sessions.findIndex((session) => session.id === selectedId);
    const next = nextIndex(event.key, at, sessions.length);
    if (next === undefined) return;
    event.preventDefault();
    const session = next === -1 ? undefined : sessions[next];
    setSelectedId(session?.id);
    const bar = session && document.getElementById(barId(id, session.id));
    bar?.scrollIntoView({ block: 'nearest' });
  }

  function onPointer(event: PointerEvent) {
    const { session } = (event.target as HTMLElement).dataset;
    if (session !== undefined) setSelectedId(session);
  }

  return (
    <div className="axis">
      <ul className="axis-legend">
        {reasons.map((reason) => (
          <li key={reason}>
            <span className={`axis-key axis-${reason}`} aria-hidden="true" />
            {reasonTexts[reason]}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/useSemanticElements: it is no set of form fields */}
      <div
        className="axis-plot"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys work within it
        tabIndex={0}
        aria-label="Sessions by day and time. Arrow keys go from session to session."
        aria-describedby={`${id}-details`}
        onKeyDown={onKeyDown}
        onPointerOver={onPointer}
        onPointerDown={onPointer}
      >
        <div className="axis-row axis-head" aria-hidden="true">
          <span />
          <span className="axis-ticks">
            {ticks.map((hour) => (
              <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
                {String(hour).padStart(2, '0')}
              </span>
            ))}
          </span>
        </div>
        {rows.map((row) => (
          <Row key={row.day} row={row} id={id} selectedId={selectedId} />
        ))}
      </div>
      <div id={`${id}-details`} className="axis-details" role="status">
        {selected ? (
          <Details session={selected} />
        ) : (
          'Choose a session to see its details. The arrow keys work too.'
        )}
      </div>
      {isCut && <p className="muted axis-note">Older days are in the table alone.</p>}
    </div>
  );
}

const barId = (axis: string, session: string): string => `${axis}-${session}`;

/** @returns the index of the session that a key leads to; -1 for none, undefined for a key of no meaning here */
function nextIndex(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.min(count - 1, at + 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'Escape':
      return at === -1 ? undefined : -1;
    default:
      return undefined;
  }
}

interface RowProps {
  readonly row: AxisRow;
  readonly id: string;
  readonly selectedId: string | undefined;
}

function Row({ row, id, selectedId }: RowProps) {
  if (row.kind === 'gap') {
    return (
      <div className="axis-gap" aria-hidden="true">
        {row.days} days without a session
      </div>
    );
  }
  const isThisYear = new Date(row.day).getFullYear() === new Date().getFullYear();
  return (
    <div className="axis-row" aria-hidden="true">
      <span className="axis-day">{(isThisYear ? dayName : dayNameWithYear).format(row.day)}</span>
      <span className="axis-track">
        {row.bars.map(({ session, from, to }) => (
          <span
            key={session.id}
            id={barId(id, session.id)}
            data-session={session.id}
            className={`axis-bar axis-${session.reason}${session.id === selectedId ? ' axis-bar-selected' : ''}`}
            style={{
              left: `min(${from * 100}%, 100% - var(--axis-bar-least))`,
              width: `${(to - from) * 100}%`,
            }}
          />
        ))}
      </span>
    </div>
  );
}

function Details({ session }: { readonly session: AxisSession }) {
  const { start, end, reason } = session;
  const now = useNow();
  const isSameDay = new Date(start).toDateString() === new Date(end).toDateString();
  const until = reason === 'active' ? 'now' : isSameDay ? clockTime.format(end) : formatInstant(end, now);
  return (
    <span className="axis-detail">
      <ReasonBadge reason={reason} />
      <span className="numeric">
        {formatInstant(start, now)} – {until}
      </span>
      <span className="muted numeric">{formatDuration((end - start) / 1000)}</span>
    </span>
  );
}
