// The columns of the list of losses.
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { PlayerLink } from '../../components/player-link.tsx';
import { Badge } from '../../components/states.tsx';
import type { Column } from '../../components/table.tsx';
import { Time } from '../../components/values.tsx';
import { HowMuch, SavedWith } from './loss-values.tsx';
import { type Loss, lossId } from './losses-api.ts';
import type { ChosenLosses } from './use-chosen-losses.ts';

export interface LossColumnOptions {
  readonly mayRestore: boolean;
  readonly chosen: ChosenLosses;
  readonly onRestore: (loss: Loss) => void;
}

const hidden = (text: string) => <span className="visually-hidden">{text}</span>;

export const lossColumns = ({
  mayRestore,
  chosen,
  onRestore,
}: LossColumnOptions): readonly Column<Loss>[] => [
  ...(mayRestore ? [chooseColumn(chosen)] : []),
  {
    ...{ id: 'player', title: 'Player', place: 'first', width: 'minmax(110px, 1.8fr)' },
    cell: ({ playerId, sequentialId }) => <PlayerLink playerId={playerId} sequentialId={sequentialId} />,
  },
  {
    ...{ id: 'loss', title: 'Lost', width: 'minmax(56px, 0.9fr)' },
    cell: (loss) => <HowMuch loss={loss} />,
  },
  {
    ...{ id: 'writer', title: 'Saved with', width: 'minmax(96px, 1.2fr)' },
    cell: (loss) => <SavedWith loss={loss} />,
  },
  {
    ...{ id: 'time', title: 'Saved', place: 'bottom', width: '100px' },
    cell: ({ lostAt }) => <Time at={lostAt} form="absolute" />,
  },
  {
    ...{ id: 'actions', title: 'Actions', place: 'top', width: '92px', isTitleHidden: true },
    cell: (loss) =>
      loss.restoredAt !== null ? (
        <Badge tone="success">Restored</Badge>
      ) : (
        mayRestore && (
          <Button
            size="small"
            aria-label={`Restore the save of ${loss.playerId}`}
            onClick={() => onRestore(loss)}
          >
            Restore…
          </Button>
        )
      ),
  },
];

const chooseColumn = (chosen: ChosenLosses): Column<Loss> => ({
  ...{ id: 'choose', title: 'Selected', place: 'box', width: '24px', isTitleHidden: true },
  head: (
    <Checkbox
      label={hidden('Select all loaded saves')}
      isChecked={chosen.isAll}
      onChange={chosen.toggleAll}
    />
  ),
  cell: (loss) =>
    loss.restoredAt === null ? (
      <Checkbox
        label={hidden(`Select the save of ${loss.playerId}`)}
        isChecked={chosen.ids.has(lossId(loss))}
        onChange={(_, isRange) => chosen.toggle(lossId(loss), isRange)}
      />
    ) : null,
});
