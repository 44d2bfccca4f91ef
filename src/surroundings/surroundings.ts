// All looks at the surroundings of a service, in the order in which they are printed.
import { totalmem } from 'node:os';
import { dirname } from 'node:path';
import type { Config, DatabaseConfig } from '../config/config.ts';
import { verifiesServer } from '../config/database-url.ts';
import { isLoopbackHost } from '../http/address.ts';
import type { Clock } from '../lib/clock.ts';
import { descriptorLimit } from '../lib/descriptors.ts';
import { isSocketFolder, serversOf } from '../lib/postgres-url.ts';
import type { Look } from '../store/ports/surroundings.ts';
import { lookAtFiles } from './files.ts';
import { lookAtKeySet } from './key-set.ts';
import { lookAtDisk, lookAtOpenFiles } from './machine.ts';
import { lookThroughProxy } from './proxy.ts';
import { lookAtSettings } from './settings.ts';

type PostgresConfig = Extract<DatabaseConfig, { readonly engine: 'postgres' }>;

/** The facts of this side that a server is compared with. */
interface OwnSide {
  readonly poolSize: number;
  /** Is the server on this machine, as its host says? */
  readonly isLocal: boolean;
  readonly verifiesServer: boolean;
  readonly memoryBytes: number;
  readonly now: () => number;
}

export interface SurroundingsOptions {
  readonly clock: Clock;
  /** The public address of the service; undefined to ask none. */
  readonly url: string | undefined;
  /** Looks at the embedded file. */
  readonly lookAtFile: (path: string) => Promise<Look>;
  /** Looks at the database server. It is not called for an embedded file. */
  readonly lookAtServer: (
    database: PostgresConfig,
    own: OwnSide,
  ) => Promise<{ looks: readonly Look[]; dataDirectory: string | undefined }>;
}

/** Looks one after the other, so that none disturbs another. */
export async function* lookAround(
  config: Config,
  { clock, url, lookAtFile, lookAtServer }: SurroundingsOptions,
): AsyncGenerator<Look> {
  yield* lookAtSettings(config);
  yield* await lookAtFiles(config);
  yield lookAtOpenFiles(descriptorLimit());
  const { database } = config;
  if (database.engine === 'sqlite') {
    yield lookAtDisk('disk', dirname(database.path));
    yield await lookAtFile(database.path);
  } else {
    const isLocal = serversOf(database.url).every(({ host }) => isSocketFolder(host) || isLoopbackHost(host));
    const { looks, dataDirectory } = await lookAtServer(database, {
      ...{ poolSize: database.poolSize, isLocal, memoryBytes: totalmem(), now: clock.now },
      verifiesServer: database.caFile !== undefined || verifiesServer(database.url),
    });
    yield* looks;
    if (dataDirectory !== undefined && isLocal) yield lookAtDisk('disk', dataDirectory);
  }
  if (config.tokens.jwksUrl !== undefined) yield await lookAtKeySet(config.tokens.jwksUrl, clock);
  if (url !== undefined) yield* await lookThroughProxy(url, config, clock);
}
