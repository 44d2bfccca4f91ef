// The look at the key set by URL, fetched as the service fetches it.
import { fetchKeySet } from '../auth/jwks.ts';
import type { Clock } from '../lib/clock.ts';
import { JWKS_MAX_AGE_SECONDS } from '../limits.ts';
import { finding, good, type Look } from '../store/ports/surroundings.ts';

const about = 'key set';

export async function lookAtKeySet(url: string, clock: Clock): Promise<Look> {
  let ageSeconds = 0;
  try {
    const { keys } = await fetchKeySet(url, clock, {
      look: (headers) => {
        ageSeconds = Number(headers.get('age') ?? 0);
      },
    });
    if (keys.length === 0)
      return finding(about, 'it has no key, so every token is refused; look at JWT_JWKS_URL');
    if (ageSeconds > JWKS_MAX_AGE_SECONDS)
      return finding(
        about,
        `a cache on the way answers with a copy that is ${ageSeconds} s old, so new keys come late; let it keep ${JWKS_MAX_AGE_SECONDS} s at most`,
      );
    return good(about, `${keys.length} key${keys.length === 1 ? '' : 's'}`);
  } catch (error) {
    return finding(
      about,
      `it cannot be fetched (${(error as Error).message}); look at JWT_JWKS_URL and the network to it`,
    );
  }
}
