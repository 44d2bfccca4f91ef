// The choice of the theme. Its menu is loaded at the first press of its button, or when the pointer comes near.
import { useState } from 'react';
import { showToast } from '../components/toast.tsx';
import { lazyPart } from './lazy-part.tsx';
import { ThemeButton } from './theme-button.tsx';

const ThemeMenu = lazyPart(
  () => import('./theme-menu.tsx'),
  'ThemeMenu',
  () => <ThemeButton isBusy />,
);

export function ThemeControl() {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted) return <ThemeButton onPointerEnter={ThemeMenu.preload} onClick={() => setWanted(true)} />;
  return (
    <ThemeMenu
      onFailed={() => {
        setWanted(false);
        showToast('The menu could not be loaded', { tone: 'danger', description: 'Reload the page.' });
      }}
    />
  );
}
