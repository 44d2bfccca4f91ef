// The beginning of a save without a copy on the device: the record of the service if it answers within a second, else what the
// game gives.
import { metadataPath, recordOf, toJson } from '../metadata.ts';
import { randomId } from '../random-id.ts';
import type { JsonObject, MetadataRecord } from '../record.ts';
import { shapes } from '../shapes.ts';
import type { Transport } from '../transport.ts';
import type { Identity } from './identity.ts';
import { isObject } from './pointer.ts';
import type { SaveQueue } from './queue.ts';

const patienceMilliseconds = 1_000;

export async function beginSave(
  queue: SaveQueue,
  transport: Transport,
  identity: Identity,
  initial: object | undefined,
): Promise<void> {
  const data = initial === undefined ? undefined : JSON.parse(toJson(initial));
  if (data !== undefined && !isObject(data)) throw new TypeError('"initial" takes an object');
  const record = await readSoon(transport, identity);
  if (record) {
    const { text, etag, playerId } = record;
    await queue.commit({ base: { text, etag, playerId } });
  }
  if (data === undefined || (record !== undefined && record.text !== '{}')) return;
  const madeAt = new Date(transport.environment.now()).toISOString();
  await queue.add({ id: randomId(), kind: 'initial', madeAt, body: { data } });
}

/** Undefined without an answer within a second. The sender finds out why. */
async function readSoon(transport: Transport, identity: Identity): Promise<MetadataRecord | undefined> {
  const patience = new AbortController();
  const { signal } = patience;
  const wait = transport.environment.sleep(patienceMilliseconds, signal).then(() => undefined);
  const read = async (): Promise<MetadataRecord> => {
    const reply = await transport.send({
      method: 'GET',
      path: metadataPath,
      shape: shapes.ownRecord,
      signal,
    });
    const record = recordOf<JsonObject>(reply);
    identity.checkRecord(record, reply.token);
    return record;
  };
  const record = await Promise.race([read().catch(() => undefined), wait]);
  patience.abort();
  return record;
}
