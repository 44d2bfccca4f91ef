// The client under test: that for TypeScript, or that for .NET where the variable names its host (test/nightly/sdks/dotnet/client.ts).
import * as typescript from '../src/index.ts';

type Client = Pick<typeof typescript, 'createClient' | 'fileStorage' | 'memoryStorage'>;

/** The program of the host, with its arguments after spaces. */
export const dotnetHost: readonly string[] = (process.env.PLAYKEEP_DOTNET_HOST ?? '').split(' ');
export const isDotnet = process.env.PLAYKEEP_DOTNET_HOST !== undefined;

export const { createClient, fileStorage, memoryStorage }: Client = isDotnet
  ? await import('../../test/nightly/sdks/dotnet/client.ts')
  : typescript;
