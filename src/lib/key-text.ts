// The text of a server key: `pk_`, 43 random characters and a check sum of 6. The prefix and the check sum let secret
// scanners find a leaked key without asking the service. A store keeps only the digest.
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'pk_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 characters of 62 hold 256 bits. */
const randomCharacters = 43;
/** 6 characters of 62 hold the 32 bits of the check sum. */
const sumCharacters = 6;
const form = /^pk_[0-9A-Za-z]{49}$/;

export function newKeyText(): string {
  let text = prefix;
  while (text.length < prefix.length + randomCharacters) {
    for (const byte of randomBytes(randomCharacters)) {
      // Higher bytes would make the first characters of the alphabet more likely.
      if (byte < 4 * alphabet.length && text.length < prefix.length + randomCharacters) {
        text += alphabet[byte % alphabet.length];
      }
    }
  }
  return text + checkSum(text);
}

/** Has the text the form of a server key, with the right check sum? */
export const isKeyText = (text: string): boolean =>
  form.test(text) && checkSum(text.slice(0, -sumCharacters)) === text.slice(-sumCharacters);

/** The CRC-32 (ISO-HDLC) of the text before it, in base 62 with the highest digit first. */
function checkSum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < sumCharacters; place += 1) {
    digits = alphabet[rest % alphabet.length] + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

/** SHA-256 of a key in UTF-8, in hexadecimal. */
export const keyDigest = (text: string): string => hash('sha256', text, 'hex');
