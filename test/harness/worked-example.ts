// The worked examples of docs/: a request in an `http` block, and the body of its answer in the `json` block after it. Tests send the
// requests in their order and compare the answers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallOptions } from './api.ts';

export interface ExampleStep {
  readonly method: string;
  readonly path: string;
  readonly options: CallOptions;
  /** The whole body of the answer. The document may break its lines; breaks and indents are left out. */
  readonly answer: string;
}

/**
 * @param document from the root of the repository.
 * @param heading of the section, with its number signs.
 * @returns the requests of the section that are shown with their answers.
 */
export function readExample(document: string, heading: string): readonly ExampleStep[] {
  const [, section] = readFileSync(join(import.meta.dir, '../..', document), 'utf8').split(`\n${heading}\n`);
  if (section === undefined) throw new Error(`${document} has no section ${heading}`);
  const depth = heading.indexOf(' ');
  const [text = ''] = section.split(new RegExp(`^#{1,${depth}} `, 'm'));
  const blocks = [...text.matchAll(/```http\n(?<request>.*?)\n```\n\n```json\n(?<answer>.*?)\n```/gs)];
  return blocks.map(({ groups }) => parseStep(groups?.request ?? '', groups?.answer ?? ''));
}

function parseStep(request: string, answer: string): ExampleStep {
  const [head = '', ...body] = request.split('\n\n');
  const [line = '', ...headerLines] = head.split('\n');
  const [method = '', path = ''] = line.split(' ');
  const headers = Object.fromEntries(
    headerLines.map((header) => [
      header.slice(0, header.indexOf(':')),
      header.slice(header.indexOf(':') + 2),
    ]),
  );
  return {
    method,
    path,
    options: { headers, body: body.join('\n\n') || undefined },
    answer: answer.replaceAll(/\n\s*/g, ''),
  };
}
