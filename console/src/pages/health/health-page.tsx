// Health: the checks of the service in words.
import { EmptyState } from '../../components/states.tsx';
import { Page } from '../../shell/page.tsx';

export const HealthPage = () => (
  <Page title="Health">
    <EmptyState title="This page comes with the next change">
      It will show the checks of the service in words.
    </EmptyState>
  </Page>
);
