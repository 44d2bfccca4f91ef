// The states that every card of the overview shares: loading at the height of its content, failed, and waiting for the count of
// sessions, which the service finishes by itself.
import type { ReactNode } from 'react';
import { ErrorState, Skeleton } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import type { Query } from '../../hooks/query.ts';
import { type CountProgress, countProgressOf } from './statistics-data.ts';

export interface StatisticProps<T> {
  readonly query: Query<T>;
  /** The height of the content, so that it does not move what is below when it comes. */
  readonly height: number;
  readonly children: (data: T) => ReactNode;
}

/** The content of a card. */
export function Statistic<T>({ query, height, children }: StatisticProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  const progress = countProgressOf(error);
  if (progress) return <CountingState progress={progress} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Skeleton height={height} />;
}

/** Sessions are being counted: how far, and that nothing has to be done. */
export function CountingState({ progress: { counted, total } }: { readonly progress: CountProgress }) {
  const isKnown = counted !== undefined && total !== undefined && total > 0;
  return (
    <div className="counting">
      <p className="state-title">The service is counting its sessions</p>
      <p className="state-text">
        This happens after an import, an upgrade or a long stop. The numbers appear by themselves as soon as
        all sessions are counted.
      </p>
      <progress
        className="counting-bar meter"
        aria-label="Sessions counted"
        {...(isKnown && { value: counted, max: total })}
      />
      <p className="counting-text numeric" role="status">
        {isKnown
          ? `${formatCount(counted)} of ${formatCount(total)} sessions`
          : 'The service does not know yet how many there are.'}
      </p>
    </div>
  );
}
