// Listeners by event. A listener that throws does not keep the others from being called, nor the work that told the event.

export interface Emitter<Events> {
  /** @returns a function that ends it */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void;
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void;
}

export function createEmitter<Events>(): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<(event: never) => void>>();
  return {
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener);
      return () => void set.delete(listener);
    },
    emit(name, event) {
      for (const listener of listeners.get(name) ?? []) {
        try {
          (listener as (event: unknown) => void)(event);
        } catch (error) {
          // As an uncaught error, which consoles and monitors show.
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
