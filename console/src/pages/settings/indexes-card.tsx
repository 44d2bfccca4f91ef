// The declared indexes on metadata, and how far each is.
import { useId } from 'react';
import { Badge, Card, EmptyState } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/values.tsx';
import type { ServiceState } from './setting-groups.ts';

type Index = NonNullable<ServiceState['indexes']>[number];

export const isBuilding = ({ indexes }: ServiceState): boolean =>
  indexes?.some(({ state }) => state === 'building') ?? false;

export const IndexesCard = ({ indexes }: Pick<ServiceState, 'indexes'>) => (
  <Card title="Indexes on metadata" isFlush>
    {indexes === null ? (
      <EmptyState title="The database does not answer">The indexes are shown as soon as it does.</EmptyState>
    ) : (
      <Table
        caption="Indexes on metadata"
        columns={columns}
        rows={indexes}
        rowKey={({ pointer, type }) => `${type} ${pointer}`}
        empty={
          <EmptyState title="No index is declared">
            The setting <code>METADATA_INDEXES</code> names the values that a search for players can look for.
          </EmptyState>
        }
      />
    )}
  </Card>
);

const columns: readonly Column<Index>[] = [
  {
    ...{ id: 'pointer', title: 'Value', width: '2fr' },
    cell: ({ pointer }) => <code className="setting-pointer">{pointer}</code>,
  },
  { id: 'type', title: 'Type', width: '1fr', cell: ({ type }) => type },
  { id: 'state', title: 'State', place: 'top', width: '2fr', cell: (index) => <IndexState index={index} /> },
  {
    id: 'declared',
    title: 'First declared',
    place: 'bottom',
    isNamed: true,
    width: '130px',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

function IndexState({ index: { state, progress } }: { readonly index: Index }) {
  const id = useId();
  if (state === 'whole') return <Badge tone="success">Ready</Badge>;
  // Rounded down, so that an index that is not ready never shows 100 %.
  const percent = Math.min(99, Math.floor(progress * 100));
  return (
    <span className="setting-progress">
      <span id={id} className="numeric">
        Being built, {percent} %
      </span>
      <progress aria-labelledby={id} className="meter" value={percent} max={100} />
    </span>
  );
}
