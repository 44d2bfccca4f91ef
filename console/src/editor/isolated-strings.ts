// Keeps strings in right-to-left scripts apart from the text around them, so that the punctuation of JSON stays where it is
// written.
import { Prec, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const string = /"(?:[^"\\\n]|\\.)*"/g;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const isolated = Decoration.mark({ class: 'cm-isolated', bidiIsolate: null });

/** Longer lines are left as they are: they would be searched at each scroll. */
const longestLine = 20_000;

function isolate({ state, visibleRanges }: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  for (const range of visibleRanges) {
    const { from } = state.doc.lineAt(range.from);
    const text = state.sliceDoc(from, range.to);
    if (range.to - from > longestLine || !rightToLeft.test(text)) continue;
    for (const { 0: source, index } of text.matchAll(string)) {
      if (rightToLeft.test(source)) marks.add(from + index, from + index + source.length, isolated);
    }
  }
  return marks.finish();
}

class IsolatedStrings {
  marks: DecorationSet;

  constructor(view: EditorView) {
    this.marks = isolate(view);
  }

  update({ docChanged, viewportChanged, view }: ViewUpdate): void {
    if (docChanged || viewportChanged) this.marks = isolate(view);
  }
}

export const isolatedStrings = ViewPlugin.fromClass(IsolatedStrings, {
  provide: (plugin) => {
    const read = (view: EditorView): DecorationSet => view.plugin(plugin)?.marks ?? Decoration.none;
    return Prec.lowest([EditorView.decorations.of(read), EditorView.bidiIsolatedRanges.of(read)]);
  },
});
