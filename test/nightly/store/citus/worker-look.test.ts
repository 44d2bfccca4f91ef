// The look whether any worker of Citus answers, over workers that answer, refuse and return.
import { expect, test } from 'bun:test';
import { StoreUnavailable } from '../../../../src/store/ports/errors.ts';
import { createWorkerLook } from '../../../../src/store/postgres/citus/worker-look.ts';

const workers = [{}, {}, {}];
const shards = { ofId: (id: number) => ({ worker: workers[id % workers.length] }) as never };

test('one worker that answers is enough, and is asked first the next time; without any there is a reason', async () => {
  let asked: number[] = [];
  const gone = new Set<number>([1, 2]);
  const look = createWorkerLook(
    {
      async run(_, parameters) {
        const { sequentialId } = parameters as { sequentialId: number };
        const number = sequentialId % workers.length;
        asked.push(number);
        if (gone.has(number)) throw new StoreUnavailable('PostgreSQL did not answer in time');
        return [];
      },
    },
    shards,
  );
  const looked = async () => {
    asked = [];
    return { problem: await look(), asked };
  };
  expect(await looked()).toEqual({ problem: undefined, asked: [1, 2, 0] });
  expect(await looked()).toEqual({ problem: undefined, asked: [0] });
  gone.add(0);
  expect(await looked()).toEqual({ problem: 'no worker of Citus answers', asked: [0, 1, 2] });
  gone.delete(2);
  expect(await looked()).toEqual({ problem: undefined, asked: [0, 1, 2] });
});

test('a mistake in the statement is no silence of a worker', async () => {
  const mistake = new Error('no such column');
  const look = createWorkerLook({ run: () => Promise.reject(mistake) }, shards);
  await expect(look()).rejects.toBe(mistake);
});
