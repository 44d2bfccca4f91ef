// The log of attempts at a webhook, newest first: all of them or failures alone, page after page.
import { Button } from '../../components/button.tsx';
import { RefreshIcon } from '../../components/icons.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx';
import { LoadFailure, LoadMore } from '../../components/table.tsx';
import type { Pages } from '../../hooks/use-pages.ts';
import { DeliveryList, type DeliveryListProps } from './delivery-list.tsx';
import type { Delivery } from './use-deliveries.ts';

export interface DeliveryLogProps extends Pick<DeliveryListProps, 'webhook' | 'onSentAgain'> {
  readonly list: Pages<Delivery>;
  readonly failedAlone: boolean;
  readonly onFilter: (failedAlone: boolean) => void;
  readonly onRefresh: () => void;
}

const shownAttempts = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failures' },
] as const;

export const DeliveryLog = ({ list, failedAlone, onFilter, onRefresh, ...more }: DeliveryLogProps) => (
  <section className="webhooks-log" aria-label="Attempts">
    <div className="webhooks-log-head">
      <h3 className="card-title">Attempts</h3>
      <Segmented
        label="Show"
        options={shownAttempts}
        value={failedAlone ? 'failed' : 'all'}
        onChange={(shown) => onFilter(shown === 'failed')}
      />
      <Button size="small" icon={<RefreshIcon />} isBusy={list.isRefreshing} onClick={onRefresh}>
        Refresh
      </Button>
    </div>
    <Attempts list={list} failedAlone={failedAlone} {...more} />
  </section>
);

function Attempts({ list, failedAlone, ...more }: Omit<DeliveryLogProps, 'onFilter' | 'onRefresh'>) {
  const { rows, error } = list;
  if (list.isLoading) return <Skeleton />;
  if (rows.length === 0 && error !== undefined) return <ErrorState error={error} onRetry={list.loadMore} />;
  if (rows.length === 0)
    return <EmptyState title={failedAlone ? 'No attempt failed' : 'Nothing was sent yet'} />;
  return (
    <>
      <DeliveryList deliveries={rows} {...more} />
      {error === undefined ? (
        <LoadMore
          label="Older attempts"
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onLoadMore={list.loadMore}
        />
      ) : (
        <LoadFailure error={error} onRetry={list.loadMore} />
      )}
    </>
  );
}
