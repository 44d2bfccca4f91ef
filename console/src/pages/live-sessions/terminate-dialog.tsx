// The dialog that ends sessions: it asks, shows the progress of several, and says what has become of each.

import { useId, useRef, useState } from 'react';
import { type ActiveSession, terminateSession } from '../../api/active-session.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { FailureText } from '../../components/states.tsx';
import { showToast } from '../../components/toast.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { PlayerName } from '../../components/values.tsx';
import { type Terminations, terminateAll } from './terminations.ts';

export interface TerminateDialogProps {
  readonly sessions: readonly ActiveSession[];
  readonly onClose: () => void;
  /** Gets the sessions that are over now. */
  readonly onEnded: (sessions: readonly ActiveSession[]) => void;
}

const shownFailures = 5;

/** From this number on it has to be typed first, since a click on the box of all may be a mistake. */
const massCount = 50;

export function TerminateDialog({ sessions, onClose, onEnded }: TerminateDialogProps) {
  const run = useTerminations(sessions, onEnded, onClose);
  const [typed, setTyped] = useState('');
  const cancel = useRef<HTMLButtonElement>(null);
  const count = formatCount(sessions.length);
  const isOne = sessions.length === 1;
  const isMass = sessions.length >= massCount;
  const isTyped = typed.replaceAll(/[\s,.]/g, '') === String(sessions.length);
  const verb = isOne ? 'End session' : `End ${count} sessions`;
  const further = run.outcome && (run.outcome.failed.length > 0 ? 'Try again' : 'Continue');
  const leave = run.isBusy ? run.stop : onClose;
  return (
    <Dialog
      isOpen
      onClose={leave}
      title={isOne ? 'End this session?' : `${verb}?`}
      initialFocus={cancel}
      description={<Consequences sessions={sessions} />}
      actions={
        <>
          <Button ref={cancel} onClick={leave}>
            {run.isBusy ? 'Stop' : run.outcome ? 'Close' : 'Cancel'}
          </Button>
          {run.remaining > 0 && (
            <Button
              variant="danger"
              isBusy={run.isBusy}
              disabled={isMass && !isTyped}
              onClick={() => void run.start()}
            >
              {further ?? verb}
            </Button>
          )}
        </>
      }
    >
      {isMass && !run.isBusy && !run.outcome && (
        <TextField
          label={`To confirm, type the number of sessions: ${count}`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
        />
      )}
      {(run.isBusy || run.outcome) && !isOne && <Progress done={run.done} total={sessions.length} />}
      {run.outcome && <Outcome outcome={run.outcome} />}
    </Dialog>
  );
}

function Consequences({ sessions }: Pick<TerminateDialogProps, 'sessions'>) {
  const [first] = sessions;
  const isOne = sessions.length === 1;
  return (
    <>
      {isOne && first && (
        <p className="live-dialog-player">
          <PlayerName playerId={first.playerId} /> · number {first.sequentialId}
        </p>
      )}
      <p>
        {isOne ? 'The session ends' : 'The sessions end'} at once, and nothing that was saved is lost. The
        game learns of it at its next heartbeat.{' '}
        {isOne
          ? 'The player may start again; to prevent that, suspend the player.'
          : 'The players may start again.'}
      </p>
    </>
  );
}

function Progress({ done, total }: { readonly done: number; readonly total: number }) {
  const id = useId();
  return (
    <div className="live-progress">
      <span id={id} className="numeric">
        {formatCount(done)} of {formatCount(total)} done
      </span>
      {/* A screen reader is not told of each. */}
      <span role="status" className="visually-hidden">
        {Math.floor((done / total) * 10) * 10} % done
      </span>
      <progress aria-labelledby={id} className="meter" value={done} max={total} />
    </div>
  );
}

function Outcome({ outcome: { failed, left } }: { readonly outcome: Terminations<ActiveSession> }) {
  const [first] = failed;
  return (
    <>
      {first && <FailureText error={first.error} />}
      {failed.length > 0 && (
        <p>
          Not ended:{' '}
          {failed.slice(0, shownFailures).map(({ session }, index) => (
            <span key={session.sessionId}>
              {index > 0 && ', '}
              <bdi>{session.playerId}</bdi>
            </span>
          ))}
          {failed.length > shownFailures && ` and ${formatCount(failed.length - shownFailures)} more`}.
        </p>
      )}
      {left.length > 0 && <p>{formatCount(left.length)} not tried.</p>}
    </>
  );
}

/** The state of the dialog. A further try sends the remaining sessions, each under the idempotency key of its first try. */
function useTerminations(
  sessions: readonly ActiveSession[],
  onEnded: (sessions: readonly ActiveSession[]) => void,
  onClose: () => void,
) {
  const [open, setOpen] = useState(sessions);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState(0);
  const [outcome, setOutcome] = useState<Terminations<ActiveSession>>();
  const attempts = useRef(new Map<string, string>());
  const isStopped = useRef(false);

  function attemptOf({ sessionId }: ActiveSession): string {
    const attempt = attempts.current.get(sessionId) ?? newIdempotencyKey();
    attempts.current.set(sessionId, attempt);
    return attempt;
  }

  async function start() {
    const before = sessions.length - open.length;
    isStopped.current = false;
    setBusy(true);
    setOutcome(undefined);
    const result = await terminateAll(open, {
      terminate: (session) => terminateSession(session.sequentialId, attemptOf(session)),
      isStopped: () => isStopped.current,
      onProgress: (count) => setDone(before + count),
    });
    const { ended, over, failed, left } = result;
    setBusy(false);
    onEnded([...ended, ...over]);
    const rest = [...failed.map(({ session }) => session), ...left];
    if (rest.length === 0) {
      tell(ended.length, over.length);
      onClose();
      return;
    }
    setOpen(rest);
    setDone(sessions.length - rest.length);
    setOutcome(result);
  }
  const stop = () => {
    isStopped.current = true;
  };
  return { start, stop, isBusy, done, outcome, remaining: open.length };
}

function tell(ended: number, over: number): void {
  const title =
    ended === 0
      ? 'No session was active any more'
      : ended === 1
        ? 'Session ended'
        : `${formatCount(ended)} sessions ended`;
  const description = over > 0 && ended > 0 ? `${formatCount(over)} had ended before.` : undefined;
  showToast(title, { ...(description !== undefined && { description }) });
}
