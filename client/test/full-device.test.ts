// A device whose disk refuses to keep more, by the bound of the system on the size of a file: the save goes on over the network, and
// a later start adds nothing twice.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { temporaryDirectory } from '../../test/harness/engines.ts';
import { signTestToken, startService } from '../../test/harness/service.ts';
import { builtClient } from './built-client.ts';
import { run } from './packed.ts';
import { dotnetHost, isDotnet } from './under-test.ts';

/** In blocks of 512 or 1,024 bytes, by the shell. */
const mostBlocks = 128;

const game = join(import.meta.dir, 'full-device.mjs');

test.each<readonly [string, () => Promise<readonly string[]>]>(
  isDotnet
    ? // The runtime would keep its own code in a file that is larger than the bound.
      [['.NET', async () => ['env', 'DOTNET_EnableWriteXorExecute=0', ...dotnetHost, 'full']]]
    : [
        ['Node', async () => ['node', game, await builtClient()]],
        ['Bun', async () => [process.execPath, game, await builtClient()]],
      ],
)(
  'a full disk does not keep a game from saving on %s, and nothing is added twice later',
  async (_, program) => {
    const service = await startService();
    using files = temporaryDirectory();
    try {
      const folder = join(files.directory, 'saves');
      const command = [...(await program()), service.url, await signTestToken('ann'), folder];
      // The signal would end the program, as a full disk does not.
      const bounded = `trap '' XFSZ; ulimit -f ${mostBlocks}; exec "$@"`;
      const full = await run(['sh', '-c', bounded, 'sh', ...command], files.directory);
      expect(full).toEqual({ status: 0, output: 'true false false 5 300000\n', errors: '' });
      const stored = async () => (await service.as('ann', 'GET', '/api/game/metadata')).body.data.metadata;
      expect(await stored()).toEqual({ count: 5, big: 'x'.repeat(300_000) });
      const later = await run([...command, 'later'], files.directory);
      expect(later).toEqual({ status: 0, output: expect.stringMatching(/^true [05]\n$/), errors: '' });
      expect((await stored()).count).toBe(5);
    } finally {
      await service.stop();
    }
  },
  60_000,
);
