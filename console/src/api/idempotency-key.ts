// Idempotency keys: a request that is sent again with its key has no further effect.

/** A new key of 128 random bits. `crypto.randomUUID` is absent where the console is not served by HTTPS or on loopback. */
export const newIdempotencyKey = (): string =>
  `console-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
