// Audit: the changes that keys and commands have made.
import { EmptyState } from '../../components/states.tsx';
import { Page } from '../../shell/page.tsx';

export const AuditPage = () => (
  <Page title="Audit">
    <EmptyState title="This page comes with the next change">
      It will show the changes that keys and commands have made.
    </EmptyState>
  </Page>
);
