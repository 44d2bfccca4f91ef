// `playkeep openapi`: the OpenAPI document that the service serves.
import { openApiDocument } from '../routes.ts';
import type { AddCommand } from './command.ts';

export const addOpenapi: AddCommand = (program, { print }) => {
  program
    .command('openapi')
    .description('print the OpenAPI document')
    .action(() => print(JSON.stringify(openApiDocument(), null, 2)));
};
