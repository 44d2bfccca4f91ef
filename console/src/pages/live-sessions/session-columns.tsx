// The columns of the list of live sessions.
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { summarizeContext } from '../../components/context-summary.ts';
import { ChevronRightIcon } from '../../components/icons.tsx';
import { PlayerLink } from '../../components/player-link.tsx';
import { RunningDuration } from '../../components/running-duration.tsx';
import { Badge } from '../../components/states.tsx';
import type { Column } from '../../components/table.tsx';
import { Time } from '../../components/values.tsx';
import type { LiveRow } from './live-rows.ts';
import type { ChosenSessions } from './use-chosen.ts';

export interface SessionColumnOptions {
  readonly mayTerminate: boolean;
  readonly chosen: ChosenSessions;
  readonly opened: ReadonlySet<string>;
  readonly onToggleOpen: (sessionId: string) => void;
  readonly onEnd: (session: LiveRow) => void;
}

const hidden = (text: string) => <span className="visually-hidden">{text}</span>;

export const sessionColumns = (options: SessionColumnOptions): readonly Column<LiveRow>[] => [
  ...(options.mayTerminate ? [chooseColumn(options.chosen)] : []),
  {
    ...{ id: 'player', title: 'Player', place: 'first', width: 'minmax(168px, 2.4fr)' },
    cell: ({ playerId, sequentialId, mark }) => (
      <span className={`live-player${mark === 'ended' ? ' live-over' : ''}`}>
        <PlayerLink playerId={playerId} sequentialId={sequentialId} />
        <span className="muted numeric live-number">{sequentialId}</span>
        {mark === 'new' && <Badge tone="success">New</Badge>}
        {mark === 'ended' && <Badge>Ended</Badge>}
      </span>
    ),
  },
  {
    ...{ id: 'context', title: 'Context', width: '2.2fr' },
    cell: ({ context }) =>
      context === undefined ? (
        <span className="muted">–</span>
      ) : (
        <bdi className="live-context">{summarizeContext(context)}</bdi>
      ),
  },
  {
    id: 'started',
    title: 'Started',
    // The length says it too.
    isWideOnly: true,
    width: '118px',
    cell: ({ startTime }) => <Time at={startTime} form="absolute" />,
  },
  {
    id: 'activity',
    title: 'Last activity',
    // The details have it.
    isWideOnly: true,
    width: '118px',
    cell: ({ lastActivity }) => <Time at={lastActivity} />,
  },
  {
    ...{ id: 'length', title: 'Playing for', place: 'bottom', width: '96px', isNumeric: true },
    cell: ({ startTime, mark }) =>
      mark === 'ended' ? <span className="muted">–</span> : <RunningDuration startTime={startTime} />,
  },
  actionsColumn(options),
];

const chooseColumn = (chosen: ChosenSessions): Column<LiveRow> => ({
  ...{ id: 'choose', title: 'Selected', place: 'box', width: '24px', isTitleHidden: true },
  head: (
    <Checkbox
      label={hidden('Select all loaded sessions')}
      isChecked={chosen.isAll}
      onChange={chosen.toggleAll}
    />
  ),
  cell: ({ sessionId, playerId, mark }) =>
    mark !== 'ended' && (
      <Checkbox
        label={hidden(`Select the session of ${playerId}`)}
        isChecked={chosen.ids.has(sessionId)}
        onChange={() => chosen.toggle(sessionId)}
      />
    ),
});

const actionsColumn = ({
  mayTerminate,
  opened,
  onToggleOpen,
  onEnd,
}: SessionColumnOptions): Column<LiveRow> => ({
  ...{ id: 'actions', title: 'Actions', place: 'top', isTitleHidden: true },
  width: mayTerminate ? '100px' : '28px',
  cell: (session) => {
    const isOpen = opened.has(session.sessionId);
    return (
      <span className="live-actions" data-session={session.sessionId}>
        {mayTerminate && session.mark !== 'ended' && (
          <Button
            size="small"
            variant="ghost"
            aria-label={`End the session of ${session.playerId}`}
            onClick={() => onEnd(session)}
          >
            End…
          </Button>
        )}
        <Button
          size="small"
          variant="ghost"
          className="button-bare disclosure"
          icon={<ChevronRightIcon />}
          aria-expanded={isOpen}
          aria-label={`Details of the session of ${session.playerId}`}
          onClick={() => onToggleOpen(session.sessionId)}
        />
      </span>
    );
  },
});
