// The quality of a secret: the shared secret, and the server key of the environment.
import { commandName } from '../lib/version.ts';

const leastBytes = 32;
const leastCharacters = 8;

/**
 * Finds the weakness of a secret. A key is at least as long as the hash (RFC 7518 section 3.2) and no memorable password
 * (RFC 8725 section 3.5).
 * @param consequence the harm that a caller can do who guesses the secret
 * @returns a sentence for the operator, which does not repeat the secret; undefined for a good secret.
 */
export function weaknessOf(secret: string, consequence = anyPlayer): string | undefined {
  if (Buffer.byteLength(secret) < leastBytes) return `is shorter than ${leastBytes} bytes: ${consequence}`;
  if (new Set(secret).size < leastCharacters || isRepetition(secret)) {
    return `repeats few characters: ${consequence}`;
  }
  if (isSequence(secret) || isWellKnown(secret)) return `is an example that everybody knows: ${consequence}`;
  return undefined;
}

const remedy = `make one with \`openssl rand -base64 32\` or \`${commandName} secret\``;
const anyPlayer = `anyone who guesses it can act as any player; ${remedy}`;
/** The consequence of a guessed server key with all scopes. */
export const allPowerful = `anyone who guesses it can read and change everything; ${remedy}`;

/** Does the secret repeat sixteen characters or fewer? */
function isRepetition(secret: string): boolean {
  for (let length = 1; length <= 16; length += 1) {
    if (secret === secret.slice(0, length).repeat(secret.length).slice(0, secret.length)) return true;
  }
  return false;
}

/** Is most of it in the order of the alphabet or of a keyboard, such as 123456 or abcdef? */
function isSequence(secret: string): boolean {
  const codes = [...secret].map((character) => character.charCodeAt(0));
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) === 1);
  return steps.length > secret.length * 0.7;
}

const tutorialWords = `
  a my your the this that is it in for with and or of at to on do not super very top long strong safe
  secure random string shared private api jwt token tokens auth sign signing verify key secret password
  passphrase change me please replace use used insert here value default sample demo example test dev
  development production local least bit bits byte bytes character characters should must be can own
  something game server playkeep hs hmac sha`;
const words = new RegExp(`^(?:${tutorialWords.trim().split(/\s+/).join('|')})+$`);

/** Does it consist of words of tutorials and of pages that make tokens, with any other characters between them? */
function isWellKnown(secret: string): boolean {
  const letters = secret.toLowerCase().replaceAll(/[^a-z]/g, '');
  return letters.length > secret.length / 2 && words.test(letters);
}
