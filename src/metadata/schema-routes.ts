// The route by which servers, and people at the console, ask whether an object fits the schema of metadata. It reads and writes no
// player.
import { budgetKeyOf } from '../auth/access/server.ts';
import { readJsonBody } from '../http/body.ts';
import { invalidRequest } from '../http/json-members.ts';
import { ok } from '../http/reply.ts';
import { METADATA_PROBLEMS_MAX } from '../limits.ts';
import { defineServerRoute } from '../route/route.ts';
import type { MetadataProblems } from '../wire/metadata.ts';
import { parseSetBody } from './body.ts';
import type { MetadataDependencies } from './dependencies.ts';
import { withinBudget } from './handlers.ts';
import { setErrors, setRequest } from './operations.ts';

const validate = defineServerRoute({
  scope: 'players:write',
  method: 'POST',
  path: '/api/server/metadata/validate',
  operation: {
    operationId: 'validateMetadata',
    tag: 'Player metadata',
    summary: 'Check an object by the schema of metadata',
    description:
      `Answers the rules of \`METADATA_SCHEMA\` that the object breaks, the first ${METADATA_PROBLEMS_MAX} of them, and stores nothing. ` +
      'Writes of servers are never refused for them. Without the setting the answer is 400.',
    request: setRequest,
    dataShape: 'MetadataProblems',
    errors: ['invalidRequest', ...setErrors],
  },
  handler: (dependencies: MetadataDependencies) => {
    const { metadataSchema: schema, config } = dependencies;
    return (request, server, bodyLength) => {
      if (!schema) throw invalidRequest('METADATA_SCHEMA names no schema');
      return withinBudget(dependencies, budgetKeyOf(server), bodyLength, async (bounds) => {
        const parse = (bytes: Uint8Array) => parseSetBody(bytes, config.metadataMaxBytes);
        const found = schema.findProblems(await readJsonBody(request, bounds, parse));
        return ok({ ...found, problems: [...found.problems] } satisfies MetadataProblems);
      });
    };
  },
});

export const metadataSchemaRoutes = [validate];
