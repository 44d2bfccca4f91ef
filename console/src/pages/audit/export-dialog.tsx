// The dialog of a download of the audit: its progress, its stop, and a failure from which it can go on.
import { useEffect, useEffectEvent, useState } from 'react';
import { isAborted } from '../../api/failure.ts';
import { saveFile } from '../../api/save-file.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureText } from '../../components/states.tsx';
import { showToast } from '../../components/toast.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { type AuditFilter, isFiltered } from './audit-filter.ts';
import { createAuditExport, type ExportFormat } from './export-entries.ts';
import { listAuditEntries } from './list-audit-entries.ts';

export interface ExportDialogProps {
  readonly filter: AuditFilter;
  readonly format: ExportFormat;
  readonly onClose: () => void;
}

export function ExportDialog({ filter, format, onClose }: ExportDialogProps) {
  const { count, failure, resume } = useExport({ filter, format, onClose });
  const stop = () => {
    onClose();
    showToast('Download stopped', { description: 'No file was saved.' });
  };
  return (
    <Dialog
      isOpen
      isSticky
      onClose={stop}
      title={`Download the audit as ${format.toUpperCase()}`}
      description={
        isFiltered(filter)
          ? 'The file gets all entries that match the filter. It is saved when the last one is there.'
          : 'The file gets all entries of the audit. It is saved when the last one is there.'
      }
      actions={
        <>
          <Button onClick={stop}>{failure === undefined ? 'Stop' : 'Give up'}</Button>
          {failure !== undefined && (
            <Button variant="primary" onClick={resume}>
              Continue
            </Button>
          )}
        </>
      }
    >
      <p role="status" className="numeric">
        {formatCount(count)} {count === 1 ? 'entry' : 'entries'} loaded{failure === undefined ? '…' : '.'}
      </p>
      {failure !== undefined && <FailureText error={failure} />}
    </Dialog>
  );
}

function useExport({ filter, format, onClose }: ExportDialogProps) {
  const [making] = useState(() =>
    createAuditExport(format, (cursor, signal) => listAuditEntries(filter, cursor, signal)),
  );
  const [count, setCount] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const close = useEffectEvent(onClose);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is a reason to go on
  useEffect(() => {
    const end = new AbortController();
    setFailure(undefined);
    making
      .run(end.signal, setCount)
      .then(() => {
        if (end.signal.aborted) return;
        saveFile(making.file(), fileName(format));
        const entries = `${formatCount(making.count)} ${making.count === 1 ? 'entry' : 'entries'}`;
        showToast('Audit downloaded', { description: `The file has ${entries}.` });
        close();
      })
      .catch((error: unknown) => {
        if (!end.signal.aborted && !isAborted(error)) setFailure(error);
      });
    return () => end.abort();
  }, [making, format, attempt]);
  return { count, failure, resume: () => setAttempt((before) => before + 1) };
}

const fileName = (format: ExportFormat): string =>
  `playkeep-audit-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.${format}`;
