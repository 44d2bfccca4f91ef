// The form that suspends a player: how long, and why.
import { useRef, useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { showToast } from '../../components/toast.tsx';
import { formatInstant } from '../../components/value-texts.ts';
import type { Player } from './player-tab.ts';
import { readEnd, type SuspensionLength, suspensionLengths } from './suspension-end.ts';

export interface SuspendDialogProps {
  readonly player: Player;
  readonly onClose: () => void;
  /** Runs after the player was suspended. */
  readonly onDone: () => void;
}

/** The bound of the service. */
const reasonMaxCharacters = 1_000;

export function SuspendDialog({ player, onClose, onDone }: SuspendDialogProps) {
  const [length, setLength] = useState<SuspensionLength>('7d');
  const [time, setTime] = useState('');
  const [reason, setReason] = useState(player.suspensionReason ?? '');
  const first = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string>();

  async function suspend() {
    const end = readEnd(length, time, Date.now());
    setProblem(end.problem);
    if (end.problem !== undefined) return;
    await dataOf(
      api.POST('/api/server/players/{sequentialId}/suspend', {
        params: { path: { sequentialId: player.sequentialId } },
        body: {
          ...(end.until !== undefined && { until: new Date(end.until).toISOString() }),
          ...(reason.trim() !== '' && { reason: reason.trim() }),
        },
      }),
    );
    showToast('Player suspended', {
      description:
        end.until === undefined ? 'Without an end.' : `Until ${formatInstant(end.until, Date.now())}.`,
    });
    onClose();
    onDone();
  }

  const isChange = player.suspendedUntil !== null;
  return (
    <FormDialog
      onClose={onClose}
      initialFocus={first}
      title={isChange ? 'Change the suspension' : 'Suspend the player'}
      description={
        isChange
          ? 'This replaces the present suspension with its reason.'
          : 'The active session ends now. Until the end of the suspension the player can neither play nor save.'
      }
      submitLabel={isChange ? 'Replace suspension' : 'Suspend player'}
      onSubmit={suspend}
      isDangerous
    >
      <Select ref={first} label="How long" options={suspensionLengths} value={length} onChange={setLength} />
      {length === 'until' && (
        <TextField
          label="End, in your time zone"
          type="datetime-local"
          value={time}
          onChange={setTime}
          error={problem}
        />
      )}
      <TextArea
        label="Reason (optional)"
        hint="For the studio alone. The player is not told, and the audit does not hold it."
        maxLength={reasonMaxCharacters}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
