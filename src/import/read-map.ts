// Reads a map and makes it ready: templates and patterns are parsed once, and each mistake is told before the first player is read.
import { METADATA_MAX_DEPTH } from '../limits.ts';
import { InvalidMap } from './invalid-map.ts';
import { type ImportMap, importMap, type ValueRule } from './map.ts';
import { fill, fits, namesOf, type Pattern, parsePattern } from './pattern.ts';
import type { SourcePlayer } from './source.ts';

/** The place of a value, with the access that the map gives it. */
export interface Placement {
  readonly to: readonly string[];
  readonly read: 'any' | 'owner' | undefined;
  readonly write: 'owner' | 'server' | undefined;
}

export interface ReadyMap {
  /** Undefined where the player has the ids of no template. */
  playerIdOf(ids: SourcePlayer['ids']): string | undefined;
  /** `left-out` by a rule of the map; undefined where no rule fits. */
  placeOf(path: readonly string[]): Placement | 'left-out' | undefined;
}

/** @param text the file of a map. @throws InvalidMap */
export function parseMap(text: string): ImportMap {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidMap([`is no JSON: ${(error as Error).message}`]);
  }
  const parsed = importMap.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidMap(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()));
}

/** @throws InvalidMap */
export function readyMap({ player, values }: ImportMap): ReadyMap {
  const problems: string[] = [];
  const templates = player.map((text) => parseTemplate(text, problems));
  const rules = values.map((rule) => parseRule(rule, problems));
  if (problems.length > 0) throw new InvalidMap(problems);
  return {
    playerIdOf(ids) {
      for (const template of templates) {
        const id = fillTemplate(template, ids);
        if (id !== undefined) return id;
      }
      return undefined;
    },
    placeOf(path) {
      const rule = rules.find(({ from }) => fits(from, path));
      if (!rule) return undefined;
      const { from, to, read, write } = rule;
      return to === undefined ? 'left-out' : { to: fill(to, from, path), read, write };
    },
  };
}

type Template = readonly ({ readonly text: string } | { readonly kind: string })[];

function parseTemplate(text: string, problems: string[]): Template {
  const parts = [...text.matchAll(/\{(?<kind>[^{}]*)\}|(?<text>[^{}]+)|(?<brace>[{}])/g)].map(
    ({ groups }) => {
      if (groups?.brace !== undefined || groups?.kind === '')
        problems.push(`player: ${JSON.stringify(text)} has a brace that encloses no kind of id`);
      return groups?.kind === undefined ? { text: groups?.text ?? '' } : { kind: groups.kind };
    },
  );
  if (!parts.some((part) => 'kind' in part))
    problems.push(`player: ${JSON.stringify(text)} names no id, such as {user}`);
  return parts;
}

function fillTemplate(template: Template, ids: SourcePlayer['ids']): string | undefined {
  let filled = '';
  for (const part of template) {
    const piece =
      'text' in part ? part.text : Object.hasOwn(ids, part.kind) ? ids[part.kind]?.[0] : undefined;
    if (piece === undefined || piece === '') return undefined;
    filled += piece;
  }
  return filled;
}

interface ReadyRule extends Pick<Placement, 'read' | 'write'> {
  readonly from: Pattern;
  /** Undefined for what is left out. */
  readonly to: Pattern | undefined;
}

function parseRule(rule: ValueRule, problems: string[]): ReadyRule {
  const pattern = (member: 'from' | 'to', text: string): Pattern => {
    const parsed = parsePattern(text);
    if (!parsed) problems.push(`values: ${member} ${JSON.stringify(text)} is no JSON Pointer`);
    return parsed ?? [];
  };
  const from = pattern('from', rule.from);
  const names = namesOf(from);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) problems.push(`values: from ${JSON.stringify(rule.from)} has {${twice}} twice`);
  if (!('to' in rule)) return { from, to: undefined, read: undefined, write: undefined };
  const to = pattern('to', rule.to);
  const unknown = namesOf(to).find((name) => !names.includes(name));
  if (unknown !== undefined)
    problems.push(
      `values: to ${JSON.stringify(rule.to)} has {${unknown}}, which ${JSON.stringify(rule.from)} lacks`,
    );
  const part = names.find((name) =>
    to.some((token) => 'literal' in token && token.literal.includes(`{${name}}`)),
  );
  if (part !== undefined)
    problems.push(
      `values: to ${JSON.stringify(rule.to)} has {${part}} within a token; a name in braces stands for a whole one`,
    );
  if (to.length > METADATA_MAX_DEPTH)
    problems.push(
      `values: to ${JSON.stringify(rule.to.slice(0, 40))}… nests deeper than ${METADATA_MAX_DEPTH} levels`,
    );
  return { from, to, read: rule.read, write: rule.write };
}
