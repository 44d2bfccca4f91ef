// Large answers: the same bytes and headers as small ones, and as few system calls.
import { describe, expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { sendRaw } from '../harness/raw.ts';
import { signTestToken } from '../harness/service.ts';
import { useService } from '../harness/use-service.ts';

const service = useService();

const documentOf = (character: string, characters: number): string =>
  JSON.stringify({ x: character.repeat(characters) });

describe('an answer', () => {
  // Sizes around the one at which Bun begins to send headers separately, in characters of one to four bytes.
  for (const [character, characters] of [
    ['x', 15_200],
    ['x', 15_300],
    ['x', 15_400],
    ['é', 7_700],
    ['€', 5_000],
    ['€', 5_200],
    ['😀', 4_000],
    ['x', 1_000_000],
  ] as const) {
    test(`of ${characters} × ${character} has its length`, async () => {
      const text = documentOf(character, characters);
      const token = await signTestToken('ann');
      const saved = await service.as('ann', 'POST', paths.metadata, { body: `{"data":${text}}` });
      expect(saved.text).toEndWith(`"metadata":${text}}}`);
      for (let n = 0; n < 3; n += 1) {
        expect((await service.as('ann', 'GET', paths.metadata)).text).toBe(saved.text);
      }
      const head = await service.as('ann', 'HEAD', paths.metadata);
      const request = `GET ${paths.metadata} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`;
      const { received } = await sendRaw(service.url, [request], {
        enough: (sofar) => sofar.endsWith('}}}'),
      });
      const [headers = '', body = ''] = received.split('\r\n\r\n');
      expect(body).toBe(saved.text);
      const bytes = Buffer.byteLength(body);
      expect(headers.toLowerCase()).toContain(`\r\ncontent-length: ${bytes}`);
      expect(headers.toLowerCase()).not.toContain('transfer-encoding');
      expect(head.headers.get('content-length')).toBe(String(bytes));
      expect(head.headers.get('etag')).toBe(saved.headers.get('etag'));
    });
  }
});
