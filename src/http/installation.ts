// The header `X-Installation-Id`, which names the copy of a game on one device or browser profile that sends a request.
import { createHash } from 'node:crypto';
import { ApiError } from '../errors/errors.ts';
import { INSTALLATION_ID_MAX_CHARACTERS, INSTALLATION_ID_MIN_CHARACTERS } from '../limits.ts';

const form = new RegExp(`^[\\w-]{${INSTALLATION_ID_MIN_CHARACTERS},${INSTALLATION_ID_MAX_CHARACTERS}}$`);

/**
 * @returns undefined without the header
 * @throws ApiError `invalidRequest` for a malformed one
 */
export function readInstallationId(request: Request): string | undefined {
  const id = request.headers.get('x-installation-id');
  if (id === null) return undefined;
  if (form.test(id)) return id;
  const characters = `${INSTALLATION_ID_MIN_CHARACTERS} to ${INSTALLATION_ID_MAX_CHARACTERS} characters`;
  throw new ApiError('invalidRequest', {
    detail: `X-Installation-Id must be ${characters} of A-Z a-z 0-9 _ -`,
  });
}

/** 16 bytes of a digest of texts, in hexadecimal. */
export const shortDigestOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32);
