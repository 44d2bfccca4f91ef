// The documentation's own operations in the words of the API document.
import type { Operation } from './operation.ts';

export const docsOperations: Readonly<Record<'openApi' | 'page' | 'asset', Operation>> = {
  openApi: {
    operationId: 'openApi',
    tag: 'Service',
    summary: 'This document',
    description: 'The API as an OpenAPI 3.1 document.',
    dataShape: undefined,
    contentType: 'application/json',
    errors: [],
  },
  page: {
    operationId: 'docs',
    tag: 'Service',
    summary: 'API pages',
    description: 'The API to read and to try out in a browser. Loads nothing from another host.',
    dataShape: undefined,
    contentType: 'text/html',
    errors: [],
  },
  asset: {
    operationId: 'docsAsset',
    tag: 'Service',
    summary: 'A file of the API pages',
    description: 'Scripts and styles of the API pages.',
    pathParameters: { file: 'The name of the file.' },
    dataShape: undefined,
    contentType: 'application/octet-stream',
    errors: ['notFound'],
  },
};
