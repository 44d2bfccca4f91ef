// The keys that a key made, and those that these made, as the service revokes them.

interface MadeKey {
  readonly keyId: string;
  readonly madeBy: string | null;
}

export function listMade<Key extends MadeKey>(keys: readonly Key[], keyId: string): readonly Key[] {
  const found = new Set<Key>();
  const makers = [keyId];
  for (const maker of makers) {
    for (const key of keys) {
      if (key.madeBy !== maker || key.keyId === keyId || found.has(key)) continue;
      found.add(key);
      makers.push(key.keyId);
    }
  }
  return [...found];
}
