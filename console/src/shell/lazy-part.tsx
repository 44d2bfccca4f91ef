// Components that are loaded when they are first shown, so that the first page does not wait for them. No `Suspense` of React is used: it
// keeps a place holder for 300 ms, however soon the component is there.
import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';
import { importPart } from './reload.ts';

export interface OnFailed {
  /** Called when it could not be loaded. Without it the failure is thrown, for the boundary around the pages. */
  readonly onFailed?: () => void;
}

export interface LazyPart<Props> extends FunctionComponent<Props & OnFailed> {
  /** Loads it ahead, as when somebody is about to want it. */
  readonly preload: () => void;
}

/**
 * A component of a module by its name: `lazyPart(() => import('./palette.tsx'), 'Palette')`.
 * @param Waiting stands in its place until it is there; nothing by default
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  Waiting?: ComponentType<Props>,
): LazyPart<Props> {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    loading ??= importPart(load).then(
      (module) => {
        Part = module[name];
      },
      (error: unknown) => {
        // The next attempt asks again, which not every browser does before a reload.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function Lazy(props: Props & OnFailed) {
    const [, setLoaded] = useState(Part !== undefined);
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
    useEffect(() => {
      if (Part) return;
      begin().then(
        () => setLoaded(true),
        (error: unknown) => (props.onFailed ? props.onFailed() : setFailure({ error })),
      );
    }, []);
    if (failure) throw failure.error;
    if (Part) return <Part {...props} />;
    return Waiting ? <Waiting {...props} /> : null;
  }
  return Object.assign(Lazy, { preload: () => void begin().catch(() => undefined) });
}
