// The session that a player has now, and its end by a person of the studio.
import { useState } from 'react';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/overlay.tsx';
import { Card, Facts, ResourceView, Skeleton } from '../../components/states.tsx';
import { showToast } from '../../components/toast.tsx';
import { CopyButton, Duration, formatDuration, Time, useNow } from '../../components/values.tsx';
import { useResource } from '../../hooks/use-resource.ts';
import { findActiveSession, terminateSession } from './player-sessions.ts';
import type { PlayerTabProps } from './player-tab.ts';
import { ContextText } from './session-context.tsx';
import type { ActiveSession } from './session-page.ts';

const pollSeconds = 30;

/** The active session; the resource is asked for only while the player is online, since the service refuses it otherwise. */
export const useActiveSession = ({ player }: Pick<PlayerTabProps, 'player'>) =>
  useResource(
    player.online ? `active-session/${player.sequentialId}` : undefined,
    async (signal) => ({ session: await findActiveSession(player.sequentialId, signal) }),
    { pollSeconds },
  );

export function ActiveSessionCard({ player, refetch }: PlayerTabProps) {
  const active = useActiveSession({ player });
  const mayTerminate = useHasScope('sessions:write');
  return (
    <Card
      title="Session now"
      actions={player.online && mayTerminate && <TerminateButton player={player} refetch={refetch} />}
    >
      {player.online ? (
        <ResourceView resource={active} loading={<Skeleton lines={4} />}>
          {({ session }) => (session ? <SessionFacts session={session} /> : <NoSession />)}
        </ResourceView>
      ) : (
        <NoSession />
      )}
    </Card>
  );
}

const NoSession = () => <p className="muted">No session is active.</p>;

const SessionFacts = ({ session }: { readonly session: ActiveSession }) => (
  <Facts
    facts={[
      {
        label: 'Started',
        value: (
          <span className="player-instant">
            <Time at={session.startTime} form="absolute" />
            <span className="muted">
              <RunningDuration startTime={session.startTime} />
            </span>
          </span>
        ),
      },
      { label: 'Last activity', value: <Time at={session.lastActivity} /> },
      {
        label: 'Session id',
        value: (
          <span className="player-id-full">
            <span className="mono player-id-text">{session.sessionId}</span>
            <CopyButton text={session.sessionId} name="session id" />
          </span>
        ),
      },
      { label: 'Context', value: <ContextText context={session.context} /> },
    ]}
  />
);

/** The length of a session up to now, by the clock of the browser. */
export function RunningDuration({ startTime }: { readonly startTime: string }) {
  const now = useNow();
  return <Duration seconds={Math.max(0, Math.round((now - Date.parse(startTime)) / 1000))} />;
}

export function TerminateButton({ player, refetch }: PlayerTabProps) {
  const [attempt, setAttempt] = useState<string>();
  return (
    <>
      <Button size="small" onClick={() => setAttempt(newIdempotencyKey())}>
        Terminate…
      </Button>
      <ConfirmDialog
        isOpen={attempt !== undefined}
        onClose={() => setAttempt(undefined)}
        title="Terminate the session?"
        confirmLabel="Terminate session"
        isDangerous
        onConfirm={async () => {
          const { duration } = await terminateSession(player.sequentialId, attempt ?? newIdempotencyKey());
          showToast('The session is terminated', { description: `It lasted ${formatDuration(duration)}.` });
          refetch();
        }}
      >
        The session ends now, and the device learns it from its next heartbeat. What was saved stays. The
        player may start another session; suspend the player to prevent that.
      </ConfirmDialog>
    </>
  );
}
