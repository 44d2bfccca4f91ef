// The navigation: the pages that the scopes of the signed-in key allow. Beside the content on wide screens, a menu on narrow ones.

import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { shownMakerName } from '../../../src/lib/key-name.ts';
import { useIdentity } from '../api/session.ts';
import { Button } from '../components/button.tsx';
import { CloseIcon, Mark, MenuIcon, SearchIcon, SignOutIcon } from '../components/icons.tsx';
import { Kbd } from '../components/kbd.tsx';
import { preloadPalette } from './palette/use-palette.tsx';
import { useSections } from './sections.ts';
import { paletteKeys, paletteShortcut } from './shortcuts.ts';
import { askToSignOut } from './sign-out.ts';
import { ThemeControl } from './theme-control.tsx';

const isWithin = (location: string, path: string): boolean =>
  location === path || (path !== '/' && location.startsWith(`${path}/`));

function NavigationLinks() {
  const [location] = useLocation();
  return (
    <ul className="nav-links">
      {useSections().map(({ path, title, icon: Icon, state }) => (
        <li key={path}>
          <Link
            href={path}
            state={state}
            className="nav-link"
            aria-current={isWithin(location, path) ? 'page' : undefined}
          >
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
  return (
    <div className="account">
      <div className="account-key">
        <span className="account-label">{person ? 'Signed in as' : 'Signed in with'}</span>
        <bdi className="account-name" title={`${name}\n${person?.subject ?? keyId}`}>
          {name}
        </bdi>
      </div>
      <ThemeControl />
      <Button
        variant="ghost"
        size="small"
        className="icon-button"
        icon={<SignOutIcon />}
        aria-label="Sign out"
        title="Sign out"
        onClick={askToSignOut}
      />
    </div>
  );
}

export interface NavigationProps {
  readonly onPalette: () => void;
}

export const Sidebar = ({ onPalette }: NavigationProps) => (
  <nav className="sidebar" aria-label="Main">
    <Brand />
    <button
      type="button"
      className="palette-button"
      aria-haspopup="dialog"
      aria-keyshortcuts={paletteShortcut}
      onPointerEnter={preloadPalette}
      onClick={onPalette}
    >
      <SearchIcon />
      Go to…
      <Kbd>{paletteKeys}</Kbd>
    </button>
    <NavigationLinks />
    <Account />
  </nav>
);

/** The bar of narrow screens, whose menu has the same links. */
export function TopBar({ onPalette }: NavigationProps) {
  const [isOpen, setOpen] = useState(false);
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the menu
  useEffect(() => setOpen(false), [location]);
  return (
    <header className="top-bar">
      <Brand />
      <Button
        variant="ghost"
        className="icon-button top-bar-palette"
        icon={<SearchIcon />}
        aria-label="Go to…"
        aria-haspopup="dialog"
        onPointerEnter={preloadPalette}
        onClick={onPalette}
      />
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
