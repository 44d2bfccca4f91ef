// Pages that are loaded when they are first shown.
import type { ComponentType } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

/** A page of a module by its name: `lazyPage(() => import('../pages/keys/keys-page.tsx'), 'KeysPage')`. */
export const lazyPage = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ComponentType => lazyPart(load, name, PageSkeleton);
