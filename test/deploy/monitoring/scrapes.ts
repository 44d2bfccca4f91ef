// The metrics of a service that has met every kind of refusal, as Prometheus stores them. Two processes on one database give them:
// one whose callers meet limits, and one whose key set is away.
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

async function end(service: ServiceProcess): Promise<void> {
  service.signal('SIGTERM');
  await service.exited;
}

/** All samples of both processes on a new database of the engine. */
export async function scrapeEngine(engine: TestEngine): Promise<readonly Sample[]> {
  const database = await engine.create();
  using folder = temporaryDirectory();
  const environment = { ...database.environment, SERVER_API_KEY: testServerKey };
  try {
    const limited = await startProcess({ ...environment, RATE_LIMIT_PER_MINUTE: '3' }, folder.directory);
    await limited.as('ann', 'POST', paths.start);
    await limited.as('ann', 'POST', paths.metadata, { body: '{"data":{"a":1}}' });
    for (let call = 0; call < 3; call += 1) await limited.as('ann', 'GET', paths.metadata);
    await limited.call('GET', '/api/server/service', { token: testServerKey });
    await limited.call('GET', paths.metadata, { token: 'forged' });
    const samples = await scrape(limited);
    await end(limited);
    const keySet = { ...environment, JWT_SECRET: undefined, JWT_JWKS_URL: 'http://127.0.0.1:1/keys' };
    const keyless = await startProcess(keySet, folder.directory);
    const { status } = await keyless.call('GET', paths.metadata, { token: tokenOfKeySet });
    if (status !== 503) throw new Error(`a request without a key set was answered ${status}`);
    const more = await scrape(keyless);
    await end(keyless);
    return [...samples, ...more];
  } finally {
    await database.remove();
  }
}
