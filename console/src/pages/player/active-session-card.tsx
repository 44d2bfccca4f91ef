// The active session of a player, and the button that ends it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ActiveSession, terminateSession } from '../../api/active-session.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { playerKey } from '../../api/queries.ts';
import { polled } from '../../api/query-client.ts';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Installation } from '../../components/installation.tsx';
import { RunningDuration } from '../../components/running-duration.tsx';
import { Card, Facts, QueryView, Skeleton } from '../../components/states.tsx';
import { showToast } from '../../components/toast.tsx';
import { formatDuration } from '../../components/value-texts.ts';
import { CopyableText, Time } from '../../components/values.tsx';
import { findActiveSession } from './player-sessions.ts';
import type { PlayerTabProps } from './player-tab.ts';
import { ContextText } from './session-context.tsx';

const pollSeconds = 30;

/**
 * The active session. It is asked for only while the player is online, since the service refuses it otherwise, and none of before
 * is kept.
 */
export const useActiveSession = ({ player }: Pick<PlayerTabProps, 'player'>) =>
  useQuery({
    queryKey: playerKey(player.sequentialId, 'active-session', player.online),
    queryFn: async ({ signal }) => ({ session: await findActiveSession(player.sequentialId, signal) }),
    ...{ enabled: player.online, gcTime: 0 },
    ...polled(pollSeconds),
  });

export function ActiveSessionCard({ player, refetch }: PlayerTabProps) {
  const active = useActiveSession({ player });
  const mayTerminate = useHasScope('sessions:write');
  return (
    <Card
      title="Active session"
      actions={player.online && mayTerminate && <EndSessionButton player={player} refetch={refetch} />}
    >
      {player.online ? (
        <QueryView query={active} loading={<Skeleton lines={4} />}>
          {({ session }) => (session ? <SessionFacts session={session} /> : <NoSession />)}
        </QueryView>
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
        value: <CopyableText text={session.sessionId} name="session id" isMono />,
      },
      { label: 'Installation', value: <Installation id={session.installationId} /> },
      { label: 'Context', value: <ContextText context={session.context} /> },
    ]}
  />
);

export function EndSessionButton({ player, refetch }: PlayerTabProps) {
  const [attempt, setAttempt] = useState<string>();
  return (
    <>
      <Button size="small" onClick={() => setAttempt(newIdempotencyKey())}>
        End session…
      </Button>
      <ConfirmDialog
        isOpen={attempt !== undefined}
        onClose={() => setAttempt(undefined)}
        title="End this session?"
        confirmLabel="End session"
        isDangerous
        onConfirm={async () => {
          const { duration } = await terminateSession(player.sequentialId, attempt ?? newIdempotencyKey());
          showToast('Session ended', { description: `It lasted ${formatDuration(duration)}.` });
          refetch();
        }}
      >
        The session ends at once, and nothing that was saved is lost. The game learns of it at its next
        heartbeat. The player may start again; to prevent that, suspend the player.
      </ConfirmDialog>
    </>
  );
}
