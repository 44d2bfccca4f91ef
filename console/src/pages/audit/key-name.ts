// The names of keys that are no longer listed. A key's own entries in the audit have its name.
import { useEffect, useState } from 'react';
import { shownMakerName } from '../../../../src/lib/key-name.ts';
import { api, dataOf } from '../../api/client.ts';

const names = new Map<string, string>();

/** Undefined for a key that has left no entry, and while its name is loaded. */
export function useKeyName(keyId: string): string | undefined {
  const [name, setName] = useState(names.get(keyId));
  useEffect(() => {
    setName(names.get(keyId));
    if (names.has(keyId)) return;
    const end = new AbortController();
    const query = { keyId, limit: 1 };
    dataOf(api.GET('/api/server/audit', { params: { query }, signal: end.signal })).then(
      ({ entries: [entry] }) => {
        if (entry === undefined) return;
        const name = shownMakerName(entry);
        names.set(keyId, name);
        if (!end.signal.aborted) setName(name);
      },
      // The id stands there without it.
      () => undefined,
    );
    return () => end.abort();
  }, [keyId]);
  return name;
}
