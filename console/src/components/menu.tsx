// Menus: a button that opens a list of actions. Base UI keeps focus and keys right.
import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';

export interface MenuItem {
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
}

export interface MenuProps {
  /** A `Button` that opens it. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
  /** It is drawn because its button was pressed. */
  readonly isOpenAtFirst?: boolean;
}

export const Menu = ({ trigger, items, align = 'end', isOpenAtFirst = false }: MenuProps) => (
  <BaseMenu.Root defaultOpen={isOpenAtFirst}>
    <BaseMenu.Trigger render={trigger} />
    <BaseMenu.Portal>
      <BaseMenu.Positioner className="popup-positioner" sideOffset={6} align={align}>
        <BaseMenu.Popup className="popup">
          {items.map(({ label, onSelect, icon, isDangerous, isDisabled = false }) => (
            <BaseMenu.Item
              key={label}
              className={isDangerous ? 'popup-item popup-item-danger' : 'popup-item'}
              disabled={isDisabled}
              onClick={onSelect}
            >
              {icon}
              {label}
            </BaseMenu.Item>
          ))}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  </BaseMenu.Root>
);
