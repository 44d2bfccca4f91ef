// The menu of the themes. It is loaded because somebody has pressed its button, so it begins open.
import { MoonIcon, SunIcon, SystemIcon } from '../components/icons.tsx';
import { Menu } from '../components/menu.tsx';
import { chooseTheme } from './theme.ts';
import { ThemeButton } from './theme-button.tsx';

export const ThemeMenu = () => (
  <Menu
    align="end"
    isOpenAtFirst
    trigger={<ThemeButton />}
    items={[
      { label: 'Like the system', icon: <SystemIcon />, onSelect: () => chooseTheme('system') },
      { label: 'Light', icon: <SunIcon />, onSelect: () => chooseTheme('light') },
      { label: 'Dark', icon: <MoonIcon />, onSelect: () => chooseTheme('dark') },
    ]}
  />
);
