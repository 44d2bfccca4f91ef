// The JSON Pointer of the value at a place, by the syntax tree that the editor has anyway. It works in faulty text too, as far as
// the tree goes.
import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { pointerOf } from '../json/pointer.ts';

/** Milliseconds that parsing up to the place may take. */
const longestParse = 40;

type Node = NonNullable<ReturnType<typeof ensureSyntaxTree>>['topNode'];

/** @returns undefined where the tree does not reach yet */
export function pointerAt(state: EditorState, at: number): string | undefined {
  const tree = ensureSyntaxTree(state, at, longestParse);
  if (!tree) return undefined;
  const path: (string | number)[] = [];
  let node: Node | null = tree.resolveInner(at, 1);
  for (; node; node = node.parent) {
    const { parent }: Node = node;
    if (node.name === 'Property') {
      const name = node.getChild('PropertyName');
      const text = name && stringValue(state.sliceDoc(name.from, name.to));
      if (text !== undefined && text !== null) path.unshift(text);
    } else if (parent?.name === 'Array' && isValue(node.name)) path.unshift(indexIn(parent, node.from));
  }
  return pointerOf(path);
}

const isValue = (name: string): boolean => /^[A-Z]/.test(name);

/** The number of values before a place in an array. */
function indexIn(array: Node, from: number): number {
  let index = 0;
  for (let child = array.firstChild; child && child.from < from; child = child.nextSibling) {
    if (isValue(child.name)) index += 1;
  }
  return index;
}

function stringValue(source: string): string | undefined {
  try {
    return JSON.parse(source) as string;
  } catch {
    return undefined;
  }
}
