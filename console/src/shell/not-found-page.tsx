// The page for a path that is none, and for one that the key may not see.
import { ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/states.tsx';
import { useSections } from './navigation.tsx';
import { Page } from './page.tsx';

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

/** @param scope the scope that the key lacks */
export const ForbiddenPage = ({ title, scope }: { readonly title: string; readonly scope: string }) => (
  <Page title={title}>
    <EmptyState title="Your key may not see this">
      This page needs the scope <code>{scope}</code>. Sign in with a key that has it.
    </EmptyState>
  </Page>
);
