// Overview: who plays now, and how the last days went.
import { EmptyState } from '../../components/states.tsx';
import { Page } from '../../shell/page.tsx';

export const OverviewPage = () => (
  <Page title="Overview">
    <EmptyState title="This page comes with the next change">
      It will show who plays now, and how the last days went.
    </EmptyState>
  </Page>
);
