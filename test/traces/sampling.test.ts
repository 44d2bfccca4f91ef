// Which requests are sampled, and what callers can do about it.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Environment } from '../../src/config/settings.ts';
import { createSampler } from '../../src/traces/sampler.ts';
import { parseTraceparent } from '../../src/traces/trace-context.ts';
import { paths } from '../harness/api.ts';
import { type Collector, startCollector } from '../harness/collector.ts';
import { sendRaw } from '../harness/raw.ts';
import { type Service, startService } from '../harness/service.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const sampled = `00-${traceId}-${spanId}-01`;
const unsampled = `00-${traceId}-${spanId}-00`;

describe('a traceparent', () => {
  test.each([
    [sampled, true],
    [unsampled, false],
    [`00-${traceId}-${spanId}-03`, true],
    [`00-${traceId}-${spanId}-fe`, false],
    [`cc-${traceId}-${spanId}-01`, true],
    [`cc-${traceId}-${spanId}-01-what-comes-later`, true],
  ])('%s is read', (header, isSampled) => {
    expect(parseTraceparent(header)).toEqual({ traceId, spanId, isSampled });
  });

  test.each([
    ['', 'empty'],
    [sampled.toUpperCase(), 'upper case'],
    [`ff-${traceId}-${spanId}-01`, 'the version that is none'],
    [`00-${'0'.repeat(32)}-${spanId}-01`, 'no trace'],
    [`00-${traceId}-${'0'.repeat(16)}-01`, 'no span'],
    [`${sampled}-more`, 'more than version 00 has'],
    [`cc-${traceId}-${spanId}-01.more`, 'no separator'],
    [`${sampled}, ${sampled}`, 'two'],
    [`cc-${traceId}-${spanId}-01-a, ${sampled}`, 'two of a later version'],
    [`00-${traceId.slice(1)}g-${spanId}-01`, 'no hexadecimal digit'],
    [` ${sampled}`, 'white space'],
    [`cc-${traceId}-${spanId}-01-${'x'.repeat(100_000)}`, 'too long'],
    [`00_${traceId}_${spanId}_01`, 'other separators'],
  ])('%p is ignored: %s', (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });
});

describe('a sampler', () => {
  const requestWith = (traceparent?: string) =>
    new Request('http://a/', traceparent === undefined ? {} : { headers: { traceparent } });
  /** The part of requests that is sampled, over evenly spread random numbers. */
  function partOf(ratio: number, followsCaller: boolean, request: Request, propagates = true): number {
    let number = 0;
    const sample = createSampler({ ratio, followsCaller }, propagates, () => number++ / 1_000);
    return Array.from({ length: 1_000 }, () => sample(request)).filter(Boolean).length / 1_000;
  }

  test.each([0, 0.01, 0.25, 1])('takes a part of requests: %d', (ratio) => {
    expect(partOf(ratio, false, requestWith())).toBe(ratio);
    expect(partOf(ratio, true, requestWith())).toBe(ratio);
  });

  test('is not influenced by callers unless it follows them', () => {
    const highest = `00-${'f'.repeat(32)}-${spanId}-01`;
    for (const header of [sampled, unsampled, highest, `00-${'0'.repeat(31)}1-${spanId}-01`])
      expect(partOf(0.01, false, requestWith(header))).toBe(0.01);
  });

  test('that follows callers does what they say, and decides where they say nothing', () => {
    expect(partOf(0, true, requestWith(sampled))).toBe(1);
    expect(partOf(1, true, requestWith(unsampled))).toBe(0);
    expect(partOf(0.25, true, requestWith('00-forged'))).toBe(0.25);
  });

  test('takes the context of the caller for a request that it samples, unless contexts are off', () => {
    const parent = { traceId, spanId, isSampled: false };
    const always = { ratio: 1, followsCaller: false };
    expect(createSampler(always, true)(requestWith(unsampled))).toEqual({ parent });
    expect(createSampler(always, false)(requestWith(unsampled))).toEqual({ parent: undefined });
    expect(partOf(0, true, requestWith(sampled), false)).toBe(0);
  });
});

describe('a service', () => {
  let collector: Collector;
  let service: Service;
  beforeEach(() => {
    collector = startCollector();
  });
  afterEach(async () => {
    await service.stop();
    await collector.stop();
  });

  async function start(settings: Environment): Promise<void> {
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '10',
      ...settings,
    };
    service = await startService({ environment });
  }
  const heartbeat = (traceparent?: string) =>
    service.as('ann', 'POST', paths.heartbeat, traceparent === undefined ? {} : { headers: { traceparent } });
  const requests = () => collector.spans.filter(({ kind }) => kind === 2);

  test('goes on with the trace of its caller', async () => {
    await start({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
    await heartbeat();
    await heartbeat(unsampled);
    await heartbeat(sampled);
    const [request] = await collector.named(`POST ${paths.heartbeat}`);
    expect(request).toMatchObject({ traceId, parentSpanId: spanId });
    expect(requests()).toHaveLength(1);
  });

  test('samples a hundredth by default, whatever callers say', async () => {
    await start({});
    for (let count = 0; count < 1_500; count += 100)
      await Promise.all(Array.from({ length: 100 }, () => heartbeat(sampled)));
    await collector.named(`POST ${paths.heartbeat}`);
    await service.restart();
    // Of 1,500 independent requests, fewer than 60 are sampled in all but one of 10^15 runs.
    expect(requests().length).toBeLessThan(60);
    expect(requests()[0]).toMatchObject({ traceId, parentSpanId: spanId });
  });

  test('ignores hostile contexts, and answers their requests', async () => {
    await start({ OTEL_TRACES_SAMPLER: 'parentbased_always_on' });
    const many = `traceparent: ${sampled}\r\n`.repeat(3);
    const long = `tracestate: ${'a=b,'.repeat(2_000)}c=d\r\n`;
    const hostile = [many, `traceparent: 00-${'x'.repeat(5_000)}\r\n`, `${long}baggage: player=ann\r\n`];
    for (const headers of hostile) {
      const request = `GET /livez HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`;
      const { received } = await sendRaw(service.url, [request]);
      expect(received).toStartWith('HTTP/1.1 200');
    }
    const found = await collector.named('GET /livez', 3);
    for (const { traceId: own, parentSpanId } of found) {
      expect(own).not.toBe(traceId);
      expect(parentSpanId).toBe('');
    }
    expect(collector.bodies.join('')).not.toContain('a=b');
  });

  test('reads no context with OTEL_PROPAGATORS=none', async () => {
    await start({ OTEL_PROPAGATORS: 'none', OTEL_TRACES_SAMPLER: 'parentbased_always_on' });
    await heartbeat(unsampled);
    const [request] = await collector.named(`POST ${paths.heartbeat}`);
    expect(request?.traceId).not.toBe(traceId);
  });
});
