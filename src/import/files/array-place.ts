// The place in a JSON document, of which one array is read: the whole of it, or a member at the top of an object. It is led from one byte
// between values to the next.

/** The piece that comes next. */
type Expected =
  | 'start'
  | 'element or end'
  | 'element'
  | 'comma of array'
  | 'key or end'
  | 'key'
  | 'colon'
  | 'value'
  | 'comma of object'
  | 'nothing';

export interface ArrayPlace {
  /**
   * Takes a character between values, which is no white space.
   * @returns whether a value begins with it; a sentence for a document without the array; undefined where JSON has no such character
   */
  take(character: string): boolean | string | undefined;
  /** The value that has begun: one of the array, or a key or a value beside it. */
  readonly isElement: boolean;
  /** Ends a value. @param key its characters, where it is a key */
  finish(key: () => string): void;
  /** The problem of an end here; undefined for none. */
  problemOfEnd(elements: number): string | undefined;
}

type Step = Expected | 'value begins' | 'wrong form' | 'wrong member';

/** @param member the name of the member that is the array; undefined where the whole document is */
export function createArrayPlace(member: string | undefined): ArrayPlace {
  const name = JSON.stringify(member);
  let expected: Expected = 'start';
  let key = '';
  let isFound = false;
  return {
    take(character) {
      const step = stepOf(expected, character, member, key);
      if (step === undefined) return undefined;
      if (step === 'value begins') return true;
      if (step === 'wrong form') return `is no JSON ${member === undefined ? 'array' : 'object'}`;
      if (step === 'wrong member') return `has a member ${name} that is no array`;
      if (step === 'element or end') {
        if (isFound) return `has the member ${name} twice`;
        isFound = true;
      }
      expected = step;
      return false;
    },
    get isElement() {
      return expected === 'element or end' || expected === 'element';
    },
    finish(keyOf) {
      if (expected === 'key' || expected === 'key or end') {
        key = keyOf();
        expected = 'colon';
      } else expected = expected === 'value' ? 'comma of object' : 'comma of array';
    },
    problemOfEnd(elements) {
      if (expected === 'start') return 'is empty';
      if (expected !== 'nothing') return `ends early, after ${elements} whole elements; is it complete?`;
      return isFound ? undefined : `has no member ${name}`;
    },
  };
}

/**
 * The step that a character leads to; undefined where JSON has no such character.
 * @param key the key that was read last
 */
function stepOf(
  expected: Expected,
  character: string,
  member: string | undefined,
  key: string,
): Step | undefined {
  const afterArray = member === undefined ? 'nothing' : 'comma of object';
  const choose = (steps: Readonly<Record<string, Step>>): Step | undefined => steps[character];
  switch (expected) {
    case 'start':
      if (character !== (member === undefined ? '[' : '{')) return 'wrong form';
      return member === undefined ? 'element or end' : 'key or end';
    case 'element or end':
      return character === ']' ? afterArray : 'value begins';
    case 'element':
      return 'value begins';
    case 'comma of array':
      return choose({ ',': 'element', ']': afterArray });
    case 'key or end':
      return choose({ '"': 'value begins', '}': 'nothing' });
    case 'key':
      return choose({ '"': 'value begins' });
    case 'colon':
      return choose({ ':': 'value' });
    case 'value':
      if (key !== member) return 'value begins';
      return character === '[' ? 'element or end' : 'wrong member';
    case 'comma of object':
      return choose({ ',': 'key', '}': 'nothing' });
    case 'nothing':
      return undefined;
  }
}
