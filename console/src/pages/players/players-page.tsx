// Players: the search for players.
import { EmptyState } from '../../components/states.tsx';
import { Page } from '../../shell/page.tsx';

export const PlayersPage = () => (
  <Page title="Players">
    <EmptyState title="This page comes with the next change">It will show the search for players.</EmptyState>
  </Page>
);
