// The order of the list of players: by number, by registration, by last activity, or by an index on metadata.
import { Button } from '../../components/button.tsx';
import { SortIcon } from '../../components/icons.tsx';
import { Menu } from '../../components/menu.tsx';
import { useServiceState } from '../../hooks/use-service-state.ts';
import type { Sort } from './filters.ts';

export interface SortMenuProps {
  readonly sort: Sort | undefined;
  readonly onChange: (sort: Sort | undefined) => void;
}

const titleOf = (sort: Sort | undefined): string => {
  if (sort === undefined) return 'By number';
  if (sort === 'registered') return 'Newest first';
  return sort === 'lastSeen' ? 'Last seen first' : `Highest ${sort} first`;
};

export function SortMenu({ sort, onChange }: SortMenuProps) {
  const indexes = useServiceState().state?.indexes ?? [];
  // Without service:read the pointer of the address is all that is known.
  const pointers = new Set([
    ...indexes.map(({ pointer }) => pointer),
    ...(sort?.startsWith('/') ? [sort] : []),
  ]);
  const orders = [undefined, 'lastSeen', 'registered', ...pointers];
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" icon={<SortIcon />} aria-label={`Order: ${titleOf(sort)}`}>
          <bdi className="chip-text">{titleOf(sort)}</bdi>
        </Button>
      }
      items={orders.map((order) => ({
        label: titleOf(order),
        isChosen: order === sort,
        onSelect: () => onChange(order),
      }))}
    />
  );
}
