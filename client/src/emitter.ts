// Listeners by event. An event that a listener causes is told after the one that it hears of, so each of them hears all events in
// their order. A listener that throws does not keep the others from being called, nor the work that told the event.

export interface Emitter<Events> {
  /** @returns a function that ends it */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void;
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void;
}

export function createEmitter<Events>(): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<(event: never) => void>>();
  /** Events that are not told yet. */
  const waiting: (() => void)[] = [];
  let isTelling = false;

  function tell<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    const own = listeners.get(name) ?? new Set();
    for (const listener of [...own]) {
      // A listener before it has ended it.
      if (!own.has(listener)) continue;
      try {
        (listener as (event: unknown) => void)(event);
      } catch (error) {
        // As an uncaught error, which consoles and monitors show.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  return {
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener);
      return () => void set.delete(listener);
    },
    emit(name, event) {
      waiting.push(() => tell(name, event));
      if (isTelling) return;
      isTelling = true;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next();
      isTelling = false;
    },
  };
}
