// Live sessions: who plays now, and ends sessions.
import { EmptyState } from '../../components/states.tsx';
import { Page } from '../../shell/page.tsx';

export const LiveSessionsPage = () => (
  <Page title="Live sessions">
    <EmptyState title="This page comes with the next change">
      It will show who plays now, and ends sessions.
    </EmptyState>
  </Page>
);
