// The server key behind the sign-in link of `playkeep serve`. It lives in the memory of its process and has every scope, as the
// person who sees the link could make such a key on the command line. Nobody has its text, so the link alone leads to it.
import type { Clock } from '../lib/clock.ts';
import { newKeyId } from '../lib/ids.ts';
import { keyDigest, newKeyText } from '../lib/key-text.ts';
import { scopes } from '../store/ports/keys.ts';
import type { Server } from './principals.ts';

export interface LinkKey {
  readonly digest: string;
  readonly server: Server;
}

/** The name in the audit. */
const name = 'sign-in link';

export const createLinkKey = (clock: Clock): LinkKey => ({
  digest: keyDigest(newKeyText()),
  server: { kind: 'server', keyId: newKeyId(clock), name, scopes },
});
