// The button of the themes, with and without its menu.
import { Button, type ButtonProps } from '../components/button.tsx';
import { MoonIcon, SunIcon } from '../components/icons.tsx';
import { useTheme } from './theme.ts';

export function ThemeButton(props: ButtonProps) {
  const { choice, shown } = useTheme();
  return (
    <Button
      aria-haspopup="menu"
      {...props}
      variant="ghost"
      size="small"
      className="icon-button"
      icon={shown === 'dark' ? <MoonIcon /> : <SunIcon />}
      aria-label={`Theme: ${choice}`}
      title="Theme"
    />
  );
}
