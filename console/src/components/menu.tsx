// Menus: a button that opens a list of actions. Base UI keeps focus and keys right.
import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { CheckIcon } from './icons.tsx';

export interface MenuItem {
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** Marks the item of a choice that holds now. */
  readonly isChosen?: boolean;
}

export interface MenuProps {
  /** A `Button` that opens it. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
  /** It is drawn because its button was pressed. */
  readonly isOpenAtFirst?: boolean;
}

/** An item that does something, or one of a choice. */
function Item({ label, onSelect, icon, isDangerous, isDisabled = false, isChosen }: MenuItem) {
  const props = {
    className: isDangerous ? 'popup-item popup-item-danger' : 'popup-item',
    disabled: isDisabled,
    onClick: onSelect,
  };
  if (isChosen === undefined)
    return (
      <BaseMenu.Item {...props}>
        {icon}
        {label}
      </BaseMenu.Item>
    );
  return (
    <BaseMenu.RadioItem {...props} value={label} closeOnClick>
      {icon}
      {label}
      <BaseMenu.RadioItemIndicator className="select-check">
        <CheckIcon />
      </BaseMenu.RadioItemIndicator>
    </BaseMenu.RadioItem>
  );
}

export const Menu = ({ trigger, items, align = 'end', isOpenAtFirst = false }: MenuProps) => (
  <BaseMenu.Root defaultOpen={isOpenAtFirst}>
    <BaseMenu.Trigger render={trigger} />
    <BaseMenu.Portal>
      <BaseMenu.Positioner className="popup-positioner" sideOffset={6} align={align}>
        <BaseMenu.Popup className="popup">
          <BaseMenu.RadioGroup value={items.find(({ isChosen }) => isChosen)?.label}>
            {items.map((item) => (
              <Item key={item.label} {...item} />
            ))}
          </BaseMenu.RadioGroup>
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  </BaseMenu.Root>
);
