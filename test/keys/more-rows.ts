// The rows of test/keys/shown-facts.ts that have a file of their own.
import { lossRows } from './loss-rows.ts';
import { schemaRows } from './schema-rows.ts';
import { webhookRows } from './webhook-rows.ts';

export const moreRows = { ...lossRows, ...schemaRows, ...webhookRows };
