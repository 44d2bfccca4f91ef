// The pages and actions of the palette, as far as the signed-in key or person may use them.
import { useLocation } from 'wouter';
import { useHasScope } from '../../api/session.ts';
import {
  KeysIcon,
  MoonIcon,
  PlayersIcon,
  SearchIcon,
  SignOutIcon,
  SunIcon,
  SystemIcon,
} from '../../components/icons.tsx';
import { useArrive } from '../arrival.ts';
import { useSections } from '../sections.ts';
import { askToSignOut } from '../sign-out.ts';
import { chooseTheme } from '../theme.ts';
import type { PaletteEntry } from './palette-entry.ts';

export function useEntries(): readonly PaletteEntry[] {
  const pages = useSections();
  const [, navigate] = useLocation();
  return [
    ...pages.map(
      ({ path, title, icon }): PaletteEntry => ({
        id: `page ${path}`,
        title,
        icon,
        group: 'Pages',
        run: () => navigate(path),
      }),
    ),
    ...useActions(),
  ];
}

function useActions(): readonly PaletteEntry[] {
  const arrive = useArrive();
  const maySearch = useHasScope('players:read');
  const mayRegister = useHasScope('players:write') && maySearch;
  const mayCreateKeys = useHasScope('keys:write');
  const actions: readonly (Omit<PaletteEntry, 'group'> | false)[] = [
    maySearch && {
      id: 'search',
      title: 'Search players',
      words: 'find name id',
      shortcut: '/',
      icon: SearchIcon,
      run: () => arrive('/players', 'search-players'),
    },
    mayRegister && {
      id: 'register',
      title: 'Register a player',
      words: 'new add',
      icon: PlayersIcon,
      run: () => arrive('/players', 'register-player'),
    },
    mayCreateKeys && {
      id: 'create-key',
      title: 'Create a server key',
      words: 'new add',
      icon: KeysIcon,
      run: () => arrive('/keys', 'create-key'),
    },
    {
      id: 'light',
      title: 'Light theme',
      words: 'colours',
      icon: SunIcon,
      staysOnPage: true,
      run: () => chooseTheme('light'),
    },
    {
      id: 'dark',
      title: 'Dark theme',
      words: 'colours',
      icon: MoonIcon,
      staysOnPage: true,
      run: () => chooseTheme('dark'),
    },
    {
      id: 'system',
      title: 'Theme like the system',
      words: 'colours',
      icon: SystemIcon,
      staysOnPage: true,
      run: () => chooseTheme('system'),
    },
    { id: 'sign-out', title: 'Sign out', words: 'leave log', icon: SignOutIcon, run: askToSignOut },
  ];
  return actions.filter((action) => action !== false).map((action) => ({ group: 'Actions', ...action }));
}
