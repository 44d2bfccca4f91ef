// The timeline: a row for each state, newest first, under the days. A bar shows the size of a state, so that a lost save is the gap
// in a row of bars.
import { Link } from 'wouter';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { WarningIcon } from '../../components/icons.tsx';
import { Badge, Card } from '../../components/states.tsx';
import { formatBytes, formatCount } from '../../components/value-texts.ts';
import { Time } from '../../components/values.tsx';
import { AuthorName, WrittenWith } from './history-author.tsx';
import { type HistoryEntry, type Loss, openLoss } from './history-entries.ts';
import { auditPath } from './paths.ts';

export interface HistoryTimelineProps {
  readonly sequentialId: number;
  /** Newest first; at least the current state. */
  readonly entries: readonly HistoryEntry[];
  readonly onCompare: (before: HistoryEntry, after: HistoryEntry) => void;
  readonly onRestore: (entry: HistoryEntry) => void;
}

export function HistoryTimeline(props: HistoryTimelineProps) {
  const { sequentialId, entries, onCompare } = props;
  const loss = openLoss(entries);
  const [current] = entries;
  const oldest = entries.at(-1);
  const largest = Math.max(...entries.map(({ sizeBytes }) => sizeBytes), 1);
  const hasVersions = current !== undefined && oldest !== undefined && entries.length > 1;
  return (
    <div className="stack">
      {loss && <LossNote loss={loss} {...props} />}
      <Card
        isFlush
        title="Kept states"
        actions={
          hasVersions && (
            <Button size="small" onClick={() => onCompare(entries[1] ?? oldest, current)}>
              Compare two states
            </Button>
          )
        }
      >
        <ol className="timeline">
          {entries.map((entry, index) => (
            <TimelineRow
              key={entry.isCurrent ? 'now' : entry.version}
              {...props}
              entry={entry}
              older={entries[index + 1]}
              share={entry.sizeBytes / largest}
              sequentialId={sequentialId}
            />
          ))}
        </ol>
      </Card>
      <p className="muted timeline-note">
        {hasVersions
          ? 'Not every save is kept: at least one in five minutes by default, the last one before each play session, the last one before a loss, and each that a server replaced. Older states are thinned out.'
          : 'No earlier state is kept yet. A state is kept when it is replaced.'}
      </p>
    </div>
  );
}

function LossNote({
  loss: { before, after },
  entries,
  onCompare,
  onRestore,
}: HistoryTimelineProps & { readonly loss: Loss }) {
  const mayWrite = useHasScope('players:write');
  const [current] = entries;
  return (
    <section className="loss" aria-label="A save may be lost">
      <WarningIcon />
      <div className="loss-text">
        <p>
          <strong>
            A save may be lost: {formatBytes(before.sizeBytes)} became {formatBytes(after.sizeBytes)}.
          </strong>
        </p>
        <p>
          Version {formatCount(before.version)} is the last state before it, current until{' '}
          <Time at={before.until} form="absolute" />.
        </p>
      </div>
      <div className="row">
        {current && <Button onClick={() => onCompare(before, current)}>Compare with now</Button>}
        {mayWrite && (
          <Button variant="primary" onClick={() => onRestore(before)}>
            Restore version {formatCount(before.version)}…
          </Button>
        )}
      </div>
    </section>
  );
}

interface TimelineRowProps extends HistoryTimelineProps {
  readonly entry: HistoryEntry;
  readonly older: HistoryEntry | undefined;
  /** The size as a part of the largest. */
  readonly share: number;
}

function TimelineRow(props: TimelineRowProps) {
  const { sequentialId, entry, entries, older, share, onCompare, onRestore } = props;
  const { version, isCurrent, sizeBytes, sizeChange, lostPercent, isBeforeLoss } = entry;
  const mayWrite = useHasScope('players:write');
  const [current] = entries;
  const name = entryName(entry);
  return (
    <li className={lostPercent === undefined ? 'moment' : 'moment moment-loss'}>
      <div className="moment-what">
        <p className="moment-name">
          <strong>{name}</strong>
          {isCurrent && <Badge tone="accent">Current</Badge>}
          {lostPercent !== undefined && <Badge tone="danger">Lost {lostPercent} %</Badge>}
          {isBeforeLoss && <Badge tone="success">Last before a loss</Badge>}
        </p>
        <p className="muted">
          <Since entry={entry} />
        </p>
      </div>
      <div className="moment-who">
        <p>
          <AuthorName author={entry.author} />
        </p>
        <WrittenWith entry={entry} />
        {entry.audit && (
          <p className="moment-audit">
            <Link href={auditPath(sequentialId)}>In the audit</Link>
          </p>
        )}
      </div>
      <div className="moment-size numeric">
        <p title={`${formatCount(sizeBytes)} bytes`}>
          {sizeBytes === 0 ? 'No metadata' : formatBytes(sizeBytes)} <SizeChange bytes={sizeChange} />
        </p>
        <div className="moment-bar" aria-hidden="true">
          <div style={{ width: `${Math.max(share * 100, sizeBytes === 0 ? 0 : 0.6)}%` }} />
        </div>
      </div>
      <div className="moment-actions">
        {older && (
          <Button
            variant="ghost"
            size="small"
            aria-label={`What changed with ${name}`}
            onClick={() => onCompare(older, entry)}
          >
            What changed
          </Button>
        )}
        {!isCurrent && mayWrite && (
          <Button
            size="small"
            aria-label={`Restore version ${formatCount(version)}`}
            onClick={() => onRestore(entry)}
          >
            Restore…
          </Button>
        )}
        {!isCurrent && !mayWrite && current && (
          <Button
            size="small"
            aria-label={`Compare version ${formatCount(version)} with now`}
            onClick={() => onCompare(entry, current)}
          >
            Compare with now
          </Button>
        )}
      </div>
    </li>
  );
}

export const entryName = ({ isCurrent, version }: HistoryEntry): string =>
  isCurrent ? 'Now' : `Version ${formatCount(version)}`;

function Since({ entry: { since, isSinceEarliest, until } }: { readonly entry: HistoryEntry }) {
  if (until === null) {
    return since === null ? (
      'Since a time that is not known'
    ) : (
      <>
        {isSinceEarliest ? 'Saved after' : 'Since'} <Time at={since} form="absolute" />
      </>
    );
  }
  return (
    <>
      <Time at={since} form="absolute" none="An unknown time" /> to <Time at={until} form="absolute" />
    </>
  );
}

function SizeChange({ bytes }: { readonly bytes: number | undefined }) {
  if (bytes === undefined || bytes === 0) return null;
  const text = `${bytes > 0 ? '+' : '−'}${formatBytes(Math.abs(bytes))}`;
  return (
    <span
      className={bytes > 0 ? 'size-more' : 'size-less'}
      title={`${bytes > 0 ? '+' : '−'}${formatCount(Math.abs(bytes))} bytes`}
    >
      {text}
    </span>
  );
}
