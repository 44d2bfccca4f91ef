// Builds server-client/dist, as the client for games is built. The npm package has no source, and needs no build.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../client/prepare.mjs';

process.exitCode = await build(dirname(fileURLToPath(import.meta.url)), 'the client for servers');
