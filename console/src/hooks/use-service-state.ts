// The settings and indexes of the service, for pages that show more to a key that may read them.
import { useQuery } from '@tanstack/react-query';
import { serviceQuery } from '../api/queries.ts';
import type { components } from '../api/schema.ts';
import { useHasScope } from '../api/session.ts';

export interface KnownServiceState {
  /** Undefined while it is loaded, and for a key without the scope `service:read`. */
  readonly state: components['schemas']['ServiceState'] | undefined;
  readonly isLoading: boolean;
}

export function useServiceState(): KnownServiceState {
  const mayRead = useHasScope('service:read');
  const { data, isPending } = useQuery({ ...serviceQuery, enabled: mayRead });
  // An answer to the key that was signed in before is not for this one.
  return { state: mayRead ? data : undefined, isLoading: mayRead && isPending };
}
