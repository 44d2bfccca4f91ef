// Values that a source keeps as texts, and that often hold JSON. Text that is a JSON object or array becomes the value itself, character by
// character. Other text stays a string, so that the type of a key does not depend on what a player typed: `12`, `true` and `"12"`.
import { z } from 'zod';
import { withoutSpaceAround } from '../lib/json-places.ts';
import { InvalidJson, scanDocument } from '../lib/json-scan.ts';
import { METADATA_MAX_DEPTH } from '../limits.ts';

/** The setting `json` in `read` of a map. */
export const textForms = z.enum(['containers', 'everything', 'nothing']).default('containers');
export type TextForms = z.output<typeof textForms>;

export interface TextValues {
  /**
   * @param text the characters of a value
   * @param quoted the same as a JSON string, as the source has it
   * @returns the text of the JSON value
   */
  valueOf(text: string, quoted?: string): string;
  /** A sentence for the report; undefined while there was no value. */
  note(): string | undefined;
}

export function createTextValues(forms: TextForms): TextValues {
  let values = 0;
  let opened = 0;
  return {
    valueOf(text, quoted = JSON.stringify(text)) {
      values += 1;
      if (forms === 'nothing' || (forms === 'containers' && !/^\s*[[{]/.test(text)) || !isJson(text))
        return quoted;
      opened += 1;
      return withoutSpaceAround(text);
    },
    note() {
      if (values === 0) return undefined;
      const kind = forms === 'everything' ? 'JSON' : 'JSON objects or arrays';
      return forms === 'nothing'
        ? `${values} values are texts and stay strings, whatever they hold (read.json of the map)`
        : `${opened} of ${values} values that are texts hold ${kind} and became that; read.json of the map decides it`;
    },
  };
}

/** Is the text one JSON value within the depth of metadata? Half of a surrogate pair is none, unless it is escaped. */
function isJson(text: string): boolean {
  if (!text.isWellFormed()) return false;
  try {
    scanDocument(Buffer.from(text), { maxDepth: METADATA_MAX_DEPTH });
    return true;
  } catch (error) {
    if (error instanceof InvalidJson) return false;
    throw error;
  }
}
