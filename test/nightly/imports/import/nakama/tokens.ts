// Tokens of the form that Nakama 3.40 issues.
import { SignJWT } from 'jose';
import type { ManualClock } from '../../../../harness/clock.ts';

export function tokenOf(user: string, key: string, clock: ManualClock): Promise<string> {
  const seconds = Math.floor(clock.now() / 1_000);
  return new SignJWT({
    ...{ tid: crypto.randomUUID(), uid: user, usn: 'a name', vrs: { build: '1' } },
    ...{ iat: seconds, exp: seconds + 60 },
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(key));
}
