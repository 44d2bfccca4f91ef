// Settings: the settings in force.
import { EmptyState } from '../../components/states.tsx';
import { Page } from '../../shell/page.tsx';

export const SettingsPage = () => (
  <Page title="Settings">
    <EmptyState title="This page comes with the next change">It will show the settings in force.</EmptyState>
  </Page>
);
