// JSON as text: its exact source, formatted by white space alone, with a button that copies it.
import { formatJson } from '../json/format.ts';
import { CopyButton } from './values.tsx';

export interface JsonBlockProps {
  /** JSON text. */
  readonly source: string;
  /** The thing that is shown, such as `detail`. */
  readonly name: string;
}

export function JsonBlock({ source, name }: JsonBlockProps) {
  const text = formatJson(source);
  return (
    <div className="json-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keys */}
      <section tabIndex={0} aria-label={name} className="json-block-text">
        <pre dir="ltr">{text}</pre>
      </section>
      <CopyButton text={text} name={name} />
    </div>
  );
}
