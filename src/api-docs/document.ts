// The parts of the OpenAPI document that its pages read.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly headers?: Readonly<Record<string, unknown>>;
        readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
      }
    >
  >;
}

export interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** An operation with its place, and the second path of one that has two. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  /** The path by player id, and the id of that operation. */
  readonly twin: { readonly path: string; readonly operationId: string } | undefined;
  readonly operation: DocumentedOperation;
}

const byId = '/by-id/{playerId}';

/** The operations below prefixes. One that a path by player id leads to as well stands once. */
export function operationsOf({ paths }: Document, isShown: (path: string) => boolean): readonly Placed[] {
  return Object.entries(paths).flatMap(([path, operations]) => {
    if (!isShown(path) || path.includes(byId)) return [];
    const second = path.replace('/{sequentialId}', byId);
    return Object.entries(operations).map(([method, operation]) => {
      const other = second === path ? undefined : paths[second]?.[method];
      const twin = other && { path: second, operationId: other.operationId };
      return { method: method.toUpperCase(), path, twin, operation };
    });
  });
}

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
export const shapeName = ({ $ref = '' }: Schema): string => nameIn($ref);

export const parametersOf = (
  { parameters = [] }: DocumentedOperation,
  { components }: Document,
): readonly Parameter[] =>
  parameters.flatMap((parameter) =>
    '$ref' in parameter ? (components.parameters[nameIn(parameter.$ref)] ?? []) : [parameter],
  );

/** The names of shapes that a part of the document mentions, and those that these mention. */
export function shapesIn(part: unknown, { components }: Document): readonly string[] {
  const names = new Set<string>();
  const follow = (each: unknown): void => {
    for (const [, name = ''] of JSON.stringify(each).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      follow(components.schemas[name]);
    }
  };
  follow(part);
  return [...names].sort();
}
