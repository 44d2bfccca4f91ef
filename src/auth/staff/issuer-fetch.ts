// Requests to the issuer: none follows a redirect, and an answer is bounded in its size and in what its parser has to do.
import { withCertificateProblem } from '../../lib/certificate-problem.ts';
import { scanDocument } from '../../lib/json-scan.ts';
import { untilNameIsServed } from '../../lib/names.ts';
import { ISSUER_ANSWER_MAX_BYTES, JWKS_MAX_STRINGS, TOKEN_MAX_DEPTH } from '../../limits.ts';
import { IssuerFailure } from './issuer-failure.ts';

interface Options {
  readonly body?: unknown;
  readonly headers: Record<string, string>;
  readonly method: string;
  readonly signal?: AbortSignal | undefined;
}

/** @throws IssuerFailure for an answer past its bounds; the error of the runtime without an answer */
export async function fetchBounded(
  url: string,
  { body, headers, method, signal }: Options,
): Promise<Response> {
  await untilNameIsServed(url, signal);
  const answer = await withCertificateProblem(
    fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && body !== null && { body: body as URLSearchParams }),
      ...(signal && { signal }),
    }),
  );
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > ISSUER_ANSWER_MAX_BYTES)
      throw new IssuerFailure('untrusted', `an answer is longer than ${ISSUER_ANSWER_MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (answer.headers.get('content-type')?.includes('json')) assertHarmless(bytes);
  const { status } = answer;
  const hasNone = status === 204 || status === 304;
  return new Response(hasNone ? null : bytes, { status, headers: answer.headers });
}

function assertHarmless(bytes: Buffer): void {
  try {
    scanDocument(bytes, { maxDepth: TOKEN_MAX_DEPTH, maxStrings: JWKS_MAX_STRINGS });
  } catch (cause) {
    throw new IssuerFailure('untrusted', 'an answer is no JSON that can be read', { cause });
  }
}
