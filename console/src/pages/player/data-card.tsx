// The data of a player as a whole: the export, and the erasure that nothing brings back.
import { useState } from 'react';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Card } from '../../components/states.tsx';
import { showToast } from '../../components/toast.tsx';
import { ExportButton } from './export-button.tsx';
import type { Player } from './player-tab.ts';

export interface DataCardProps {
  readonly player: Player;
  readonly erase: () => Promise<void>;
}

export function DataCard({ player, erase }: DataCardProps) {
  const mayErase = useHasScope('players:write');
  return (
    <Card title="Data and privacy">
      <div className="parts">
        <div className="stack">
          <p>
            Everything that is stored about the player, as one JSON file: metadata with all kept versions,
            sessions, suspension and audit, also where your key may not see those on pages. The audit notes
            the export.
          </p>
          <ExportButton player={player} />
        </div>
        {mayErase && <Erase player={player} erase={erase} />}
      </div>
    </Card>
  );
}

function Erase({ player, erase }: DataCardProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="stack">
      <p>Erasing removes the player and their data for good.</p>
      <div>
        <Button onClick={() => setOpen(true)}>Erase player…</Button>
      </div>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Erase this player for good?"
        typedText={player.playerId}
        confirmLabel="Erase player"
        isDangerous
        onConfirm={async () => {
          await erase();
          showToast('Player erased');
        }}
      >
        <ul className="consequences">
          <li>The name, the metadata with every kept version and the contexts of sessions go.</li>
          <li>The active session ends, and the player’s token is refused from now on.</li>
          <li>The times of sessions and the audit stay, under a number that names nobody.</li>
          <li>Nothing brings the player back. Export the data first if it may be needed.</li>
        </ul>
      </ConfirmDialog>
    </div>
  );
}
