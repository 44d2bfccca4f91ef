// Tabs: within a page, and as links of nested pages.
import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { Link, useRoute } from 'wouter';

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly title: string; readonly content: ReactNode }[];
  /** The first by default. */
  readonly initial?: string;
}

/** Panels on one page. The panel that is not shown is not drawn. */
export const Tabs = ({ label, tabs, initial = tabs[0]?.id ?? '' }: TabsProps) => (
  <BaseTabs.Root defaultValue={initial}>
    <BaseTabs.List className="tabs-list" aria-label={label}>
      {tabs.map(({ id, title }) => (
        <BaseTabs.Tab key={id} value={id} className="tab">
          {title}
        </BaseTabs.Tab>
      ))}
    </BaseTabs.List>
    {tabs.map(({ id, content }) => (
      <BaseTabs.Panel key={id} value={id} className="tab-panel">
        {content}
      </BaseTabs.Panel>
    ))}
  </BaseTabs.Root>
);

export interface LinkTabsProps {
  readonly label: string;
  /** `to` is relative to the nested route; `/` is the first. */
  readonly tabs: readonly { readonly to: string; readonly title: string }[];
}

/** Links between nested pages. */
export const LinkTabs = ({ label, tabs }: LinkTabsProps) => (
  <nav className="tabs-list" aria-label={label}>
    {tabs.map(({ to, title }) => (
      <LinkTab key={to} to={to} title={title} />
    ))}
  </nav>
);

function LinkTab({ to, title }: { readonly to: string; readonly title: string }) {
  const [isCurrent] = useRoute(to);
  return (
    <Link href={to} className="tab" aria-current={isCurrent ? 'page' : undefined}>
      {title}
    </Link>
  );
}
