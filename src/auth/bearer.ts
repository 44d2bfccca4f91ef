// The Bearer scheme of the Authorization header (RFC 6750 section 2.1).

const scheme = /^Bearer +/i;

/** @returns the token or key in the header; undefined for another scheme and for no header. */
export function bearerText(credentials: string): string | undefined {
  const length = scheme.exec(credentials)?.[0].length;
  return length === undefined ? undefined : credentials.slice(length);
}

/** Does a token or key have the scheme in it once more, as where a client adds it to a text that has it already? */
export const repeatsScheme = (text: string): boolean => scheme.test(text);

/**
 * The value of `WWW-Authenticate` for a refusal.
 * @param sentences one for each reason. A request without credentials, `missing`, gets no error (RFC 6750 section 3.1).
 */
export const challengeFor = <Reason extends string>(
  sentences: Readonly<Record<Reason, string>>,
  reason: Reason,
): string =>
  reason === 'missing' ? 'Bearer' : `Bearer error="invalid_token", error_description="${sentences[reason]}"`;
