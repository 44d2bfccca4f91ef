// The protobuf form of OTLP (opentelemetry/proto/trace/v1/trace.proto), as far as tests look at it.
import type { CollectedSpan } from './collector.ts';

type Value = bigint | Buffer;
type Message = ReadonlyMap<number, readonly Value[]>;

/** The fields of a message by their numbers (Protocol Buffers, Encoding). */
function fieldsOf(bytes: Buffer): Message {
  const fields = new Map<number, Value[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const readers: Record<number, () => Value> = {
    0: varint,
    1: () => take(8).readBigUInt64LE(),
    2: () => take(Number(varint())),
    5: () => BigInt(take(4).readUInt32LE()),
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const read = readers[tag & 7];
    if (!read) throw new Error(`no wire type ${tag & 7}`);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), read()]);
  }
  return fields;
}

const messages = (message: Message, field: number): readonly Message[] =>
  (message.get(field) ?? []).map((value) => fieldsOf(value as Buffer));
const bytesOf = (message: Message, field: number): Buffer =>
  (message.get(field)?.[0] as Buffer | undefined) ?? Buffer.alloc(0);
const numberOf = (message: Message | undefined, field: number): bigint =>
  (message?.get(field)?.[0] as bigint | undefined) ?? 0n;
const textOf = (message: Message, field: number): string => bytesOf(message, field).toString();

function attributesOf(message: Message | undefined, field: number): Record<string, string | number> {
  if (!message) return {};
  return Object.fromEntries(
    messages(message, field).map((pair) => {
      const value = fieldsOf(bytesOf(pair, 2));
      return [textOf(pair, 1), value.has(1) ? textOf(value, 1) : Number(numberOf(value, 3))];
    }),
  );
}

const spanOf = (span: Message, resource: CollectedSpan['resource']): CollectedSpan => ({
  traceId: bytesOf(span, 1).toString('hex'),
  spanId: bytesOf(span, 2).toString('hex'),
  parentSpanId: bytesOf(span, 4).toString('hex'),
  name: textOf(span, 5),
  kind: Number(numberOf(span, 6)),
  startNanoseconds: numberOf(span, 7),
  endNanoseconds: numberOf(span, 8),
  attributes: attributesOf(span, 9),
  status: Number(numberOf(messages(span, 15)[0], 3)),
  resource,
});

/** The spans of an `ExportTraceServiceRequest`. */
export const decodeSpans = (request: Buffer): readonly CollectedSpan[] =>
  messages(fieldsOf(request), 1).flatMap((ofResource) => {
    const resource = attributesOf(messages(ofResource, 1)[0], 1);
    return messages(ofResource, 2).flatMap((ofScope) =>
      messages(ofScope, 2).map((span) => spanOf(span, resource)),
    );
  });
