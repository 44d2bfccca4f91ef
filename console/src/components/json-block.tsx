// Text in a part of its own that scrolls, with a button that copies it: JSON as its exact source, formatted by white space alone, and
// texts of strangers.
import { formatJson } from '../json/format.ts';
import { CopyButton, escapedText } from './values.tsx';

export interface JsonBlockProps {
  /** JSON text. */
  readonly source: string;
  /** The thing that is shown, such as `detail`. */
  readonly name: string;
}

export const JsonBlock = ({ source, name }: JsonBlockProps) => (
  <TextBlock text={formatJson(source)} name={name} dir="ltr" />
);

export interface StrangeTextProps {
  /** Of anybody, in any bytes. */
  readonly text: string;
  /** The thing that is shown, such as `answer`. */
  readonly name: string;
}

/** A text of a stranger, shown and copied with marks for what cannot be seen. */
export const StrangeText = ({ text, name }: StrangeTextProps) => (
  <TextBlock text={escapedText(text)} name={name} dir="auto" />
);

function TextBlock({ text, name, dir }: StrangeTextProps & { readonly dir: 'ltr' | 'auto' }) {
  return (
    <div className="json-block">
      {/* No landmark, as a list may have many. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a box of its own */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keys */}
      <div role="group" tabIndex={0} aria-label={name} className="json-block-text">
        <pre dir={dir}>{text}</pre>
      </div>
      <CopyButton text={text} name={name} />
    </div>
  );
}
