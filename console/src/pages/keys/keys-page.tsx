// Keys: the server keys.
import { EmptyState } from '../../components/states.tsx';
import { Page } from '../../shell/page.tsx';

export const KeysPage = () => (
  <Page title="Keys">
    <EmptyState title="This page comes with the next change">It will show the server keys.</EmptyState>
  </Page>
);
