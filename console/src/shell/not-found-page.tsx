// The page for an unknown path, and for a page that the key may not see.
import { signInAgain } from '../api/session.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/states.tsx';
import { Page } from './page.tsx';
import { useSections } from './sections.ts';

export function NotFoundPage() {
  const [first] = useSections();
  return (
    <Page title="Not found" heading="There is no such page">
      <EmptyState
        title="Nothing is here"
        action={first && <ButtonLink to={first.path}>Go to {first.title}</ButtonLink>}
      >
        The address may be mistyped, or the page may be gone.
      </EmptyState>
    </Page>
  );
}

export interface ForbiddenPageProps {
  readonly title: string;
  /** The scope that the key lacks. */
  readonly scope: string;
  /** The page itself waits in the background with a draft. */
  readonly hasUnsavedChanges?: boolean;
}

export const ForbiddenPage = ({ title, scope, hasUnsavedChanges = false }: ForbiddenPageProps) => (
  <Page title={title}>
    <EmptyState
      title="Your key may not see this"
      action={hasUnsavedChanges && <Button onClick={signInAgain}>Sign in with another key</Button>}
    >
      This page needs the scope <code>{scope}</code>. Sign in with a key that has it.
      {hasUnsavedChanges && ' Your unsaved changes are kept until then.'}
    </EmptyState>
  </Page>
);
