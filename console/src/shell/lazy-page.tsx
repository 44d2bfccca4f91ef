// Pages that are loaded when they are first shown.
import type { ComponentType } from 'react';
import { Skeleton } from '../components/states.tsx';
import { lazyPart } from './lazy-part.tsx';

/** A page of a module by its name: `lazyPage(() => import('../pages/keys/keys-page.tsx'), 'KeysPage')`. */
export const lazyPage = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ComponentType => lazyPart(load, name, PageIsComing);

const PageIsComing = () => (
  <div className="page">
    <Skeleton lines={4} />
  </div>
);
