// The sign-in of the example: a name gives a token. It stands for the sign-in of a real game, which knows its players, so it is for
// trying alone and its server listens on loopback.
import { SignJWT } from 'jose';

const lifetimeSeconds = 900;
const mostCharacters = 24;
const mostBodyBytes = 1_024;

/** @param secret the service's `JWT_SECRET`  @returns a JWT (RFC 7519) whose `sub` is the player */
export const signPlayerToken = (secret: string, player: string): Promise<string> =>
  new SignJWT({ sub: player })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .sign(new TextEncoder().encode(secret));

/** Answers `POST /token` with `{"name": "..."}`. The token is the body of the answer. */
export async function answerTokenRequest(request: Request, secret: string): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Ask by POST.');
  // A page of another origin cannot send this type without a preflight, which has no answer here.
  if (request.headers.get('content-type') !== 'application/json') return refusal(415, 'Send JSON.');
  const name = nameIn(await request.text());
  if (name === undefined) return refusal(400, `A name has 1 to ${mostCharacters} characters.`);
  const token = await signPlayerToken(secret, name);
  return new Response(token, { headers: { 'cache-control': 'no-store' } });
}

function nameIn(body: string): string | undefined {
  if (body.length > mostBodyBytes) return undefined;
  try {
    const { name } = JSON.parse(body);
    if (typeof name !== 'string' || /\p{C}/u.test(name)) return undefined;
    const trimmed = name.trim();
    const { length } = [...trimmed];
    return length > 0 && length <= mostCharacters ? trimmed : undefined;
  } catch {
    return undefined;
  }
}

const refusal = (status: number, text: string): Response => new Response(text, { status });
