// The page of a number that has no player: one that was just erased, and one that is not there.
import { useHasScope } from '../../api/session.ts';
import { ButtonLink } from '../../components/button.tsx';
import { CheckIcon, SearchIcon } from '../../components/icons.tsx';
import { EmptyState } from '../../components/states.tsx';
import { Page } from '../../shell/page.tsx';
import { auditPath, playersPath } from './paths.ts';

interface AbsentProps {
  readonly sequentialId: number;
}

/** It names nobody: the name is gone with the player. */
export const ErasedPlayer = ({ sequentialId }: AbsentProps) => (
  <Page title={`Player ${sequentialId}`}>
    <div role="status">
      <EmptyState
        icon={<CheckIcon />}
        title="This player is erased"
        action={<NextPages sequentialId={sequentialId} />}
      >
        The name, the metadata with its history and the contexts of the sessions are gone. Sessions still
        count in the statistics under the number {sequentialId}, which names nobody now.
      </EmptyState>
    </div>
  </Page>
);

export const AbsentPlayer = ({ sequentialId }: AbsentProps) => (
  <Page title={`Player ${sequentialId}`}>
    <EmptyState
      icon={<SearchIcon />}
      title="No player has this number"
      action={<NextPages sequentialId={sequentialId} />}
    >
      The number {sequentialId} was not given to a player yet, or its player was erased.
    </EmptyState>
  </Page>
);

function NextPages({ sequentialId }: AbsentProps) {
  const mayReadAudit = useHasScope('audit:read');
  return (
    <div className="row">
      <ButtonLink to={playersPath}>Go to players</ButtonLink>
      {mayReadAudit && <ButtonLink to={auditPath(sequentialId)}>Audit of this number</ButtonLink>}
    </div>
  );
}
