// The dialog that restores the states before losses. It first asks the service what would be restored, and which players have
// saved since and would lose that progress: the person chooses. A request that was cut off can be sent again.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlayerName } from '../../api/player-labels.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureText, QueryView, Skeleton } from '../../components/states.tsx';
import { showToast } from '../../components/toast.tsx';
import { formatBytes, formatCount } from '../../components/value-texts.ts';
import { DisplayName, PlayerName } from '../../components/values.tsx';
import { type Loss, lossId, type RestoreResult, restoreLosses } from './losses-api.ts';

export interface RestoreDialogProps {
  readonly losses: readonly Loss[];
  readonly onClose: () => void;
  /** Runs after each restore, whole or not. */
  readonly onRestored: () => void;
}

const shownPlayers = 50;

const players = (count: number): string => `${formatCount(count)} ${count === 1 ? 'player' : 'players'}`;

export function RestoreDialog({ losses, onClose, onRestored }: RestoreDialogProps) {
  const preview = useQuery({
    queryKey: ['losses', 'preview', losses.map(lossId)],
    queryFn: () => restoreLosses(losses, { dryRun: true }),
    gcTime: 0,
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<boolean>();
  const { restore, isBusy, failure, failed } = useRestore(losses, { onClose, onRestored });
  const plan = planOf(preview.data ?? []);
  const overwriteNewer = chosen ?? (plan.newer.length > 0 && plan.newer.every(isStillSmall));
  const count = plan.restorable.length + (overwriteNewer ? plan.newer.length : 0);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isSticky={isBusy}
      title={losses.length === 1 ? 'Restore this save?' : `Restore ${formatCount(losses.length)} saves?`}
      description="The state before the loss becomes the current one. What it replaces stays in the history, so a restore can be undone."
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {failed.length > 0 ? 'Close' : 'Cancel'}
          </Button>
          <Button
            variant="primary"
            isBusy={isBusy}
            disabled={preview.data === undefined || count === 0}
            onClick={() => void restore(overwriteNewer)}
          >
            {failure !== undefined || failed.length > 0 ? 'Restore again' : `Restore ${players(count)}`}
          </Button>
        </>
      }
    >
      <QueryView query={preview} loading={<Skeleton lines={5} />}>
        {() => (
          <>
            <Preview plan={plan} overwriteNewer={overwriteNewer} />
            {plan.newer.length > 0 && (
              <Checkbox
                label={`Also restore the ${players(plan.newer.length)} who saved since`}
                hint={hintOf(plan)}
                isChecked={overwriteNewer}
                onChange={setChosen}
              />
            )}
          </>
        )}
      </QueryView>
      {failure !== undefined && <FailureText error={failure} />}
      {failed.length > 0 && (
        <p role="alert">
          Not restored: {players(failed.length)}. {failed[0]?.error?.detail ?? failed[0]?.error?.message}
        </p>
      )}
    </Dialog>
  );
}

const planOf = (results: readonly RestoreResult[]) => ({
  restorable: results.filter(({ outcome }) => outcome === 'restorable'),
  newer: results.filter(({ outcome }) => outcome === 'writtenSince'),
  others: results.filter(({ outcome }) => outcome !== 'restorable' && outcome !== 'writtenSince'),
});

type Plan = ReturnType<typeof planOf>;

/** A game goes on saving the little that is left: the player has not made good what was lost. */
const isStillSmall = ({ currentBytes, versionBytes }: RestoreResult): boolean =>
  (currentBytes ?? 0) * 2 < (versionBytes ?? 0);

const hintOf = ({ newer }: Plan): string =>
  newer.every(isStillSmall)
    ? 'What they have now is still less than half of what they lost. It stays in their history.'
    : `They lose what they have played since the loss; it stays in their history. ${players(newer.filter((each) => !isStillSmall(each)).length)} may have caught up.`;

function Preview({
  plan: { restorable, newer, others },
  overwriteNewer,
}: {
  readonly plan: Plan;
  readonly overwriteNewer: boolean;
}) {
  const rows = [...newer, ...others, ...restorable];
  const online = rows.filter((result) => result.online === true).length;
  return (
    <>
      <p>
        {players(restorable.length + newer.length)} can be restored.
        {newer.length > 0 && ` ${saversOf(newer.length, restorable.length)} saved since the loss.`}
        {others.length > 0 && ` For ${players(others.length)} there is nothing to restore.`}
        {online > 0 &&
          ` ${players(online)} ${online === 1 ? 'plays' : 'play'} now: a game that saves without a look at the newer state replaces what is restored.`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keys */}
      <section className="losses-preview" tabIndex={0} aria-label="What would be restored">
        <ul>
          {rows.slice(0, shownPlayers).map((result) => (
            <li key={`${result.sequentialId} ${result.playerId}`}>
              <RestoredPlayer result={result} />
              <span>{sentenceOf(result, overwriteNewer)}</span>
            </li>
          ))}
        </ul>
        {rows.length > shownPlayers && (
          <p className="muted">and {formatCount(rows.length - shownPlayers)} more</p>
        )}
      </section>
    </>
  );
}

/** Those among the players of a restore who have saved since. */
function saversOf(newer: number, others: number): string {
  if (others > 0) return `${formatCount(newer)} of them`;
  return newer === 1 ? 'The player' : 'All of them';
}

/** The name, where there is one, beside the id. No link, since it would leave the dialog. */
const RestoredPlayer = ({ result: { sequentialId, playerId } }: { readonly result: RestoreResult }) => (
  <span className="losses-preview-name">
    {sequentialId !== undefined && <NameOf sequentialId={sequentialId} />}
    {playerId === undefined ? `player ${sequentialId}` : <PlayerName playerId={playerId} />}
  </span>
);

function NameOf({ sequentialId }: { readonly sequentialId: number }) {
  const name = usePlayerName(sequentialId);
  if (name === null) return null;
  return (
    <>
      <DisplayName name={name} />{' '}
    </>
  );
}

const sentences: Readonly<Record<RestoreResult['outcome'], string>> = {
  restorable: '',
  restored: 'Restored.',
  writtenSince: 'Saved since.',
  alreadyRestored: 'Is restored already.',
  notKept: 'The state before the loss is not kept any more.',
  notFound: 'The player or the loss is gone.',
  failed: 'Could not be looked at.',
};

/** The outcome for a player, in words. */
function sentenceOf(result: RestoreResult, overwriteNewer: boolean): string {
  const { outcome, versionBytes, currentBytes, writesSince, error } = result;
  const change = `${formatBytes(versionBytes ?? 0)} in place of ${formatBytes(currentBytes ?? 0)}`;
  if (outcome === 'restorable') return change;
  if (outcome !== 'writtenSince') return error?.detail ?? sentences[outcome];
  const since = writesSince === 1 ? 'one save' : `${formatCount(writesSince ?? 0)} saves`;
  return overwriteNewer
    ? `${change}, after ${since} since the loss`
    : `Stays at ${formatBytes(currentBytes ?? 0)}: ${since} since the loss`;
}

function useRestore(
  losses: readonly Loss[],
  { onClose, onRestored }: Pick<RestoreDialogProps, 'onClose' | 'onRestored'>,
) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [failed, setFailed] = useState<readonly RestoreResult[]>([]);

  async function restore(overwriteNewer: boolean) {
    setBusy(true);
    setFailure(undefined);
    setFailed([]);
    try {
      const results = await restoreLosses(losses, { overwriteNewer });
      const restored = results.filter(({ outcome }) => outcome === 'restored').length;
      const rest = results.filter(({ outcome }) => outcome === 'failed');
      showToast(restored === 1 ? 'One player restored' : `${players(restored)} restored`, {
        description: 'What was replaced is in the history of each player.',
      });
      setFailed(rest);
      if (rest.length === 0) onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
      onRestored();
    }
  }
  return { restore, isBusy, failure, failed };
}
