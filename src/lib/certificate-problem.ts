// What is wrong with the certificate of another server, for the operator of this one, by the codes of OpenSSL and the runtime.

const authority = 'name its authority in NODE_EXTRA_CA_CERTS of the service';
const sentences: readonly (readonly [code: RegExp, sentence: string])[] = [
  [
    /SELF_SIGNED_CERT$/,
    `its certificate is self-signed: ${authority}, or give it a certificate of a known one`,
  ],
  [
    /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/,
    `its certificate is of an authority that is not known here: ${authority}, or let it send the certificates in between`,
  ],
  [/EXPIRED/, 'its certificate has expired'],
  [/ALTNAME|HOSTNAME/, 'its certificate is for another name'],
  [/CERT|SIGNATURE|ISSUER|TLS/, 'its certificate is not valid'],
];

/** A request was not sent, since the certificate of the server does not count. */
export class CertificateProblem extends Error {
  override readonly name = 'CertificateProblem';
}

/** @returns a sentence with the code; undefined for an error about something else */
export function certificateProblem(error: unknown): string | undefined {
  const { code } = error as { readonly code?: unknown };
  if (typeof code !== 'string') return undefined;
  const sentence = sentences.find(([pattern]) => pattern.test(code))?.[1];
  return sentence && `${sentence} (${code})`;
}

/** Tells a failure of a request by its certificate in words. @throws CertificateProblem, or the error of the request */
export async function withCertificateProblem<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    const problem = certificateProblem(error);
    throw problem === undefined ? error : new CertificateProblem(problem, { cause: error });
  }
}
