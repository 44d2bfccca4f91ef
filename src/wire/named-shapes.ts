// The shapes of requests and replies that the OpenAPI document names, each defined once in the file of its feature. They give types
// to the code, JSON Schema to the document, and checks to requests and tests. The files of shapes import nothing else of the
// service but the limits, rules of texts in lib, and the enumerations of the store's ports.
import type { z } from 'zod';
import { auditShapes } from './audit.ts';
import { bulkShapes } from './bulk.ts';
import { errorsShapes } from './errors.ts';
import { eventsShapes } from './events.ts';
import { keysShapes } from './keys.ts';
import { lossesShapes } from './losses.ts';
import { metadataShapes } from './metadata.ts';
import { patchesShapes } from './patches.ts';
import { peopleShapes } from './people.ts';
import { playersShapes } from './players.ts';
import { searchShapes } from './search.ts';
import { serviceShapes } from './service.ts';
import { sessionsShapes } from './sessions.ts';
import { statisticsShapes } from './statistics.ts';
import { suspensionsShapes } from './suspensions.ts';

/** The shapes that the OpenAPI document names, under their names there. */
export const namedShapes = {
  ...metadataShapes,
  ...sessionsShapes,
  ...patchesShapes,
  ...playersShapes,
  ...suspensionsShapes,
  ...searchShapes,
  ...keysShapes,
  ...peopleShapes,
  ...bulkShapes,
  ...lossesShapes,
  ...auditShapes,
  ...eventsShapes,
  ...serviceShapes,
  ...statisticsShapes,
  ...errorsShapes,
} as const satisfies Record<string, z.ZodType>;

export type ShapeName = keyof typeof namedShapes;
