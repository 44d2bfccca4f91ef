// The second secret of the session, which belongs to the page: the cookie is sent to every port of the host, so alone it is worth
// nothing. The secret lives in the storage of this tab, which pages of other origins cannot read, and in no other place.

interface TabStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/** The name in the storage of the tab. */
export const pageSecretName = 'playkeep.page-secret';
/** For a browser that refuses storage, the memory of the page: then a reload signs in anew. */
let kept: string | undefined;

/** Tests have no storage, and some browsers throw. */
function inStorage<T>(use: (storage: TabStorage) => T): T | undefined {
  try {
    const { sessionStorage } = globalThis as { readonly sessionStorage?: TabStorage };
    return sessionStorage && use(sessionStorage);
  } catch {
    return undefined;
  }
}

kept = inStorage((storage) => storage.getItem(pageSecretName) ?? undefined);

export const pageSecret = (): string | undefined => kept;

/** @param secret undefined to forget it */
export function keepPageSecret(secret: string | undefined): void {
  kept = secret;
  inStorage((storage) =>
    secret === undefined ? storage.removeItem(pageSecretName) : storage.setItem(pageSecretName, secret),
  );
}
