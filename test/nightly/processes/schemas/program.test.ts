// The schema of metadata in several processes: a reload reads its file anew.
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../../../harness/api.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { runProgram } from '../../../harness/process.ts';
import { startSeveral, until } from '../../../processes/several.ts';

const save = (level: number) => ({ body: `{"data":{"level":${level}}}` });
const most = (level: number) => JSON.stringify({ properties: { level: { maximum: level } } });

test('a reload of several processes reads the file anew, and leaves them where it is no schema', async () => {
  using folder = temporaryDirectory();
  const file = join(folder.directory, 'schema.json');
  writeFileSync(file, most(50));
  await using service = await startSeveral({ METADATA_SCHEMA: file, METADATA_SCHEMA_ENFORCED: 'players' });
  const reload = () => runProgram(['reload'], service.environment, service.directory);
  const statuses = (level: number) =>
    Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        // They come at once, to processes that have just started.
        service.as(`p${level}-${n}`, 'POST', paths.metadata, save(level)),
      ),
    ).then((answers) => [...new Set(answers.map(({ status }) => status))]);
  expect([await statuses(50), await statuses(51)]).toEqual([[200], [400]]);
  writeFileSync(file, '{"maximun":50}');
  expect((await reload()).status).toBe(1);
  await until(() => service.output().includes('METADATA_SCHEMA: '));
  expect([await statuses(50), await statuses(51)]).toEqual([[200], [400]]);
  writeFileSync(file, most(60));
  expect(await reload()).toMatchObject({ status: 0 });
  expect([await statuses(51), await statuses(61)]).toEqual([[200], [400]]);
}, 60_000);
