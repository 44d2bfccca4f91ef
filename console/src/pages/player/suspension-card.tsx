// Suspension of a player: the state in words, and what the key may do about it.
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Card } from '../../components/states.tsx';
import { showToast } from '../../components/toast.tsx';
import { Time } from '../../components/values.tsx';
import type { Player, PlayerTabProps } from './player-tab.ts';
import { SuspendDialog } from './suspend-dialog.tsx';

export function SuspensionCard({ player, refetch }: PlayerTabProps) {
  const mayWrite = useHasScope('players:write');
  const [open, setOpen] = useState<'suspend' | 'lift'>();
  const isSuspended = player.suspendedUntil !== null;
  const close = () => setOpen(undefined);
  return (
    <Card title="Suspension">
      <div className="stack">
        <p>
          <SuspensionText player={player} />
        </p>
        {isSuspended && <Reason text={player.suspensionReason} />}
        {mayWrite && (
          <div className="row">
            <Button onClick={() => setOpen('suspend')}>{isSuspended ? 'Change…' : 'Suspend…'}</Button>
            {isSuspended && <Button onClick={() => setOpen('lift')}>Lift suspension…</Button>}
          </div>
        )}
      </div>
      {open === 'suspend' && <SuspendDialog player={player} onClose={close} onDone={refetch} />}
      <ConfirmDialog
        isOpen={open === 'lift'}
        onClose={close}
        title="Lift the suspension?"
        confirmLabel="Lift suspension"
        onConfirm={async () => {
          const path = { sequentialId: player.sequentialId };
          await dataOf(api.DELETE('/api/server/players/{sequentialId}/suspend', { params: { path } }));
          showToast('Suspension lifted');
          refetch();
        }}
      >
        The player can play and save again at once.
      </ConfirmDialog>
    </Card>
  );
}

function SuspensionText({ player }: { readonly player: Player }) {
  const { suspendedUntil } = player;
  if (suspendedUntil === null) return <>Not suspended.</>;
  if (suspendedUntil === 'forever')
    return <>Suspended without an end. The player can neither play nor save.</>;
  return (
    <>
      Suspended until <Time at={suspendedUntil} form="absolute" /> (
      <Time at={suspendedUntil} form="distance" />
      ). Until then the player can neither play nor save.
    </>
  );
}

/** The text is the studio's own, of any language and with lines of its own. */
const Reason = ({ text }: { readonly text: string | undefined }) =>
  text === undefined || text === '' ? (
    <p className="muted">No reason was given.</p>
  ) : (
    <div>
      <p className="muted">Reason</p>
      <p className="suspension-reason" dir="auto">
        {text}
      </p>
    </div>
  );
