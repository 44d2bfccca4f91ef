// The metrics of a service that has met every kind of refusal, as Prometheus stores them. Two processes on one database give them:
// one whose callers meet limits, and one whose key set is away.
import type { Environment } from '../../../src/config/settings.ts';
import { paths } from '../../harness/api.ts';
import { type TestEngine, temporaryDirectory } from '../../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../../harness/process.ts';
import { testServerKey } from '../../harness/server-keys.ts';

export interface Sample {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Samples of the text format; the labels `job` and `instance` are those of the scrape, and a label `job` of the service moves. */
export function samplesOf(text: string): readonly Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const { metric = '', inside = '' } = /^(?<metric>[\w:]+)(?:\{(?<inside>.*)\})? /.exec(line)?.groups ?? {};
    const pairs = [...inside.matchAll(/(?<name>\w+)="(?<value>[^"]*)"/g)].map(({ groups }) => [
      groups?.name === 'job' ? 'exported_job' : (groups?.name ?? ''),
      groups?.value ?? '',
    ]);
    return { metric, labels: { ...Object.fromEntries(pairs), job: 'playkeep', instance: 'a' } };
  });
}

async function scrape(service: ServiceProcess): Promise<readonly Sample[]> {
  const { status, text } = await service.call('GET', '/metrics');
  if (status !== 200) throw new Error(`/metrics answered ${status}`);
  return samplesOf(text);
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
/** A token whose key only a key set can have. */
const tokenOfKeySet = `${encoded({ alg: 'RS256', kid: 'k' })}.${encoded({ sub: 'ann' })}.AAAA`;

/** Starts a process, and ends it however the work ends. */
async function withProcess<T>(
  environment: Environment,
  directory: string,
  work: (service: ServiceProcess) => Promise<T>,
): Promise<T> {
  const service = await startProcess(environment, directory);
  try {
    return await work(service);
  } finally {
    service.signal('SIGTERM');
    await service.exited;
  }
}

async function scrapeLimited(service: ServiceProcess): Promise<readonly Sample[]> {
  await service.as('ann', 'POST', paths.start);
  await service.as('ann', 'POST', paths.metadata, { body: '{"data":{"a":1}}' });
  for (let call = 0; call < 3; call += 1) await service.as('ann', 'GET', paths.metadata);
  await service.call('GET', '/api/server/service', { token: testServerKey });
  await service.call('GET', paths.metadata, { token: 'forged' });
  return scrape(service);
}

async function scrapeKeyless(service: ServiceProcess): Promise<readonly Sample[]> {
  const { status } = await service.call('GET', paths.metadata, { token: tokenOfKeySet });
  if (status !== 503) throw new Error(`a request without a key set was answered ${status}`);
  return scrape(service);
}

/** All samples of both processes on a new database of the engine. */
export async function scrapeEngine(engine: TestEngine): Promise<readonly Sample[]> {
  const database = await engine.create();
  using folder = temporaryDirectory();
  const environment = { ...database.environment, SERVER_API_KEY: testServerKey, EVENTS: 'players' };
  try {
    const limited = { ...environment, RATE_LIMIT_PER_MINUTE: '3' };
    const keyless = { ...environment, JWT_SECRET: undefined, JWT_JWKS_URL: 'http://127.0.0.1:1/keys' };
    return [
      ...(await withProcess(limited, folder.directory, scrapeLimited)),
      ...(await withProcess(keyless, folder.directory, scrapeKeyless)),
    ];
  } finally {
    await database.remove();
  }
}
