// The keys of the editor.
import { Dialog } from '../../components/dialog.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const mod = isApple ? '⌘' : 'Ctrl+';
const alt = isApple ? '⌥' : 'Alt+';

const keys: readonly (readonly [string, string])[] = [
  ['Review and save', `${mod}S`],
  ['Find and replace', `${mod}F`],
  ['Next match, match before', `${mod}G, Shift+${mod}G`],
  ['Undo, redo', `${mod}Z, ${isApple ? '⇧⌘Z' : 'Ctrl+Y'}`],
  ['Fold, unfold at the cursor', isApple ? '⌘⌥[, ⌘⌥]' : 'Ctrl+Shift+[, Ctrl+Shift+]'],
  ['Fold all, unfold all', isApple ? '⌃⌥[, ⌃⌥]' : 'Ctrl+Alt+[, Ctrl+Alt+]'],
  ['Move the line', `${alt}↑, ${alt}↓`],
  ['Leave the editor', 'Tab, Shift+Tab'],
];

export const EditorHelp = ({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Keys of the editor">
    <dl className="editor-keys">
      {keys.map(([action, key]) => (
        <div key={action} className="editor-keys-row">
          <dt>{action}</dt>
          <dd>
            <kbd>{key}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
