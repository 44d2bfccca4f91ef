// The dialog that revokes a key, and the keys that it made, if they are to go too.
import { useState } from 'react';
import { shownKeyName } from '../../../../src/lib/key-name.ts';
import { api, dataOf } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { type Identity, signOut } from '../../api/session.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { showToast } from '../../components/toast.tsx';
import { listMade } from './made-keys.ts';
import type { ServerKey } from './server-key.ts';

interface RevokeDialogProps {
  readonly revoking: ServerKey | undefined;
  readonly keys: readonly ServerKey[];
  readonly own: Identity;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

export function RevokeDialog({ revoking, keys, own, onClose, onRevoked }: RevokeDialogProps) {
  const [revokeMade, setRevokeMade] = useState(false);
  const made = revoking === undefined ? [] : listMade(keys, revoking.keyId);
  const goesToo = revokeMade && made.some(({ keyId }) => keyId === own.keyId);
  const isOwn = revoking?.keyId === own.keyId;
  async function revoke() {
    const keyId = revoking?.keyId ?? '';
    let count = 1;
    try {
      const params = { path: { keyId }, ...(revokeMade && { query: { revokeMade } }) };
      const { revokedMade = [] } = await dataOf(api.DELETE('/api/server/keys/{keyId}', { params }));
      count += revokedMade.length;
    } catch (error) {
      // Somebody else has revoked it, and perhaps not those that it made: the list shows them.
      if (!(error instanceof ApiFailure && error.status === 404)) throw error;
    }
    showToast(count === 1 ? 'Key revoked' : `${count} keys revoked`, {
      description: 'Every process refuses it within 10 seconds.',
    });
    // The session has ended with its key, so nothing on this page can be loaded any more.
    if (isOwn || goesToo) await signOut();
    else onRevoked();
  }
  return (
    <ConfirmDialog
      isOpen={revoking !== undefined}
      onClose={onClose}
      title={isOwn ? 'Revoke your own key?' : 'Revoke this key?'}
      confirmLabel={revokeMade ? `Revoke ${made.length + 1} keys` : 'Revoke key'}
      isDangerous
      typedText={shownKeyName(revoking?.name ?? '')}
      onConfirm={revoke}
      choices={
        made.length > 0 && (
          <Checkbox
            label={
              made.length === 1
                ? 'Also revoke the key that it made'
                : `Also revoke the ${made.length} keys that it made`
            }
            hint={madeText(made)}
            isChecked={revokeMade}
            onChange={setRevokeMade}
          />
        )
      }
    >
      {isOwn || goesToo
        ? 'You are signed in with this key. You are signed out at once, and it can never be used again.'
        : 'Programs that use it are refused within 10 seconds, and people who are signed in with it are signed out. It can never be used again.'}
    </ConfirmDialog>
  );
}

/** As many names as a person reads. */
const namedKeys = 5;

function madeText(made: readonly ServerKey[]): string {
  const names = made.slice(0, namedKeys).map(({ name }) => shownKeyName(name));
  const rest = made.length - names.length;
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}. Whoever leaked the key may have made them.`;
}
