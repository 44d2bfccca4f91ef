// A server key as the server API lists it.
import type { components } from '../../api/schema.ts';

export type ServerKey = components['schemas']['ServerKeyList']['keys'][number];
