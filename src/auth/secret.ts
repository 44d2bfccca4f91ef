// How good a shared secret is: who guesses it can be any player.

const leastBytes = 32;
const leastCharacters = 8;

/**
 * What makes a secret easy to guess, as a sentence for the operator that does not repeat it; undefined for a good one.
 * RFC 7518 section 3.2: a key at least as long as the hash. RFC 8725 section 3.5: no memorable passwords.
 */
export function weaknessOf(secret: string): string | undefined {
  if (Buffer.byteLength(secret) < leastBytes) return `is shorter than ${leastBytes} bytes: ${consequence}`;
  if (new Set(secret).size < leastCharacters) return `repeats few characters: ${consequence}`;
  if (isWellKnown(secret)) return `is an example that everybody knows: ${consequence}`;
  return undefined;
}

const consequence =
  'who guesses it can be any player; make one with `openssl rand -base64 32` or `npx playkeep secret`';

/** What stands in tutorials and on the pages that make tokens, whatever is put around or between its words. */
function isWellKnown(secret: string): boolean {
  const words = secret.toLowerCase().replaceAll(/[^a-z]/g, '');
  return /^(?:(?:a|my|your|the|this|is|super|very|top|long|string|shared|jwt|token|sign|ing|key|secret|password|change|me|please|example|test|dev|development|production|at|least|bits?|bytes?|characters?|playkeep|and|should|be|in|for)+)$/.test(
    words,
  );
}
