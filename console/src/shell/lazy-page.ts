// Pages that are loaded when they are first shown.
import { type ComponentType, lazy } from 'react';
import { importPart } from './reload.ts';

/** A page of a module by its name: `lazyPage(() => import('../pages/keys/keys-page.tsx'), 'KeysPage')`. */
export const lazyPage = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ComponentType =>
  lazy<ComponentType>(async () => {
    const module = await importPart(load);
    return { default: module[name] };
  });
