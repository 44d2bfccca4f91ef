// Pages that are loaded when they are first shown. No `Suspense` of React is used: it keeps a place holder for 300 ms, however soon
// the page is there.
import { type ComponentType, useEffect, useState } from 'react';
import { Skeleton } from '../components/states.tsx';
import { importPart } from './reload.ts';

/** A page of a module by its name: `lazyPage(() => import('../pages/keys/keys-page.tsx'), 'KeysPage')`. */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ComponentType {
  let Page: ComponentType | undefined;
  return function LazyPage() {
    const [, setLoaded] = useState(Page !== undefined);
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    useEffect(() => {
      if (Page) return;
      importPart(load).then(
        (module) => {
          Page = module[name];
          setLoaded(true);
        },
        (error: unknown) => setFailure({ error }),
      );
    }, []);
    // For the boundary around the pages.
    if (failure) throw failure.error;
    if (Page) return <Page />;
    return (
      <div className="page">
        <Skeleton lines={4} />
      </div>
    );
  };
}
