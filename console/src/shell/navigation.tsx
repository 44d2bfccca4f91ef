// The navigation: the pages that the scopes of the signed-in key allow. Beside the content on wide screens, a menu on narrow ones.

import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { shownMakerName } from '../../../src/lib/key-name.ts';
import { type Scope, signOut, useIdentity } from '../api/session.ts';
import { Button } from '../components/button.tsx';
import {
  AuditIcon,
  CloseIcon,
  HealthIcon,
  KeysIcon,
  LiveIcon,
  LossesIcon,
  Mark,
  MenuIcon,
  MoonIcon,
  OverviewIcon,
  PlayersIcon,
  SettingsIcon,
  SignOutIcon,
  SunIcon,
  SystemIcon,
} from '../components/icons.tsx';
import { Menu } from '../components/menu.tsx';
import { showToast } from '../components/toast.tsx';
import { leaveWhenAgreed } from '../hooks/unsaved-changes.ts';
import { chooseTheme, useTheme } from './theme.ts';

interface Section {
  readonly path: string;
  readonly title: string;
  /** The scope without which the pages of the section can show nothing. */
  readonly scope: Scope;
  readonly icon: () => ReactNode;
}

export const sections: readonly Section[] = [
  { path: '/', title: 'Overview', scope: 'statistics:read', icon: OverviewIcon },
  { path: '/players', title: 'Players', scope: 'players:read', icon: PlayersIcon },
  { path: '/sessions', title: 'Live sessions', scope: 'sessions:read', icon: LiveIcon },
  { path: '/losses', title: 'Lost saves', scope: 'players:read', icon: LossesIcon },
  { path: '/audit', title: 'Audit', scope: 'audit:read', icon: AuditIcon },
  { path: '/keys', title: 'Keys', scope: 'keys:write', icon: KeysIcon },
  { path: '/settings', title: 'Settings', scope: 'service:read', icon: SettingsIcon },
  { path: '/health', title: 'Health', scope: 'service:read', icon: HealthIcon },
];

/** The sections that the signed-in key may read. */
export function useSections(): readonly Section[] {
  const { scopes } = useIdentity();
  return sections.filter(({ scope }) => scopes.includes(scope));
}

const isWithin = (location: string, path: string): boolean =>
  location === path || (path !== '/' && location.startsWith(`${path}/`));

function NavigationLinks() {
  const [location] = useLocation();
  return (
    <ul className="nav-links">
      {useSections().map(({ path, title, icon: Icon }) => (
        <li key={path}>
          <Link href={path} className="nav-link" aria-current={isWithin(location, path) ? 'page' : undefined}>
            <Icon />
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const Brand = () => (
  <Link href="/" className="brand">
    <Mark size={26} />
    Playkeep
  </Link>
);

function Account() {
  const { name: keyName, keyId, person } = useIdentity();
  const name = shownMakerName({ keyId, keyName });
  const leave = () =>
    void signOut().catch(() =>
      showToast('You could not be signed out', { tone: 'danger', description: 'Try again.' }),
    );
  return (
    <div className="account">
      <div className="account-key">
        <span className="account-label">{person ? 'Signed in as' : 'Signed in with'}</span>
        <bdi className="account-name" title={`${name}\n${person?.subject ?? keyId}`}>
          {name}
        </bdi>
      </div>
      <ThemeMenu />
      <Button
        variant="ghost"
        size="small"
        className="icon-button"
        icon={<SignOutIcon />}
        aria-label="Sign out"
        title="Sign out"
        onClick={() => leaveWhenAgreed({ title: 'Sign out without saving?', label: 'Sign out', leave })}
      />
    </div>
  );
}

function ThemeMenu() {
  const { choice, shown } = useTheme();
  return (
    <Menu
      align="end"
      trigger={
        <Button
          variant="ghost"
          size="small"
          className="icon-button"
          icon={shown === 'dark' ? <MoonIcon /> : <SunIcon />}
          aria-label={`Theme: ${choice}`}
          title="Theme"
        />
      }
      items={[
        { label: 'Like the system', icon: <SystemIcon />, onSelect: () => chooseTheme('system') },
        { label: 'Light', icon: <SunIcon />, onSelect: () => chooseTheme('light') },
        { label: 'Dark', icon: <MoonIcon />, onSelect: () => chooseTheme('dark') },
      ]}
    />
  );
}

export const Sidebar = () => (
  <nav className="sidebar" aria-label="Main">
    <Brand />
    <NavigationLinks />
    <Account />
  </nav>
);

/** The bar of narrow screens, whose menu has the same links. */
export function TopBar() {
  const [isOpen, setOpen] = useState(false);
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the menu
  useEffect(() => setOpen(false), [location]);
  return (
    <header className="top-bar">
      <Brand />
      <BaseDialog.Root open={isOpen} onOpenChange={setOpen}>
        <BaseDialog.Trigger className="button button-ghost icon-button" aria-label="Open the menu">
          <MenuIcon />
        </BaseDialog.Trigger>
        <BaseDialog.Portal>
          <BaseDialog.Backdrop className="dialog-backdrop" />
          <BaseDialog.Popup className="drawer">
            <BaseDialog.Title className="visually-hidden">Menu</BaseDialog.Title>
            <div className="drawer-head">
              <Brand />
              <BaseDialog.Close className="button button-ghost icon-button" aria-label="Close the menu">
                <CloseIcon />
              </BaseDialog.Close>
            </div>
            <nav aria-label="Main" className="drawer-nav">
              <NavigationLinks />
              <Account />
            </nav>
          </BaseDialog.Popup>
        </BaseDialog.Portal>
      </BaseDialog.Root>
    </header>
  );
}
