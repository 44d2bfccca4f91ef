// The button that saves the numbers of a card as a CSV file, made by the service.
import { useState } from 'react';
import { isAborted } from '../../api/failure.ts';
import { Button } from '../../components/button.tsx';
import { DownloadIcon } from '../../components/icons.tsx';
import { showToast } from '../../components/toast.tsx';
import { downloadCsv } from './statistics-data.ts';

export interface CsvButtonProps {
  /** The numbers in the file, for screen readers: `Download players as CSV`. */
  readonly name: string;
  readonly path: string;
  readonly fileName: string;
}

export function CsvButton({ name, path, fileName }: CsvButtonProps) {
  const [isBusy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    try {
      await downloadCsv(path, fileName);
    } catch (error) {
      if (isAborted(error)) return;
      const reason = error instanceof Error ? error.message : String(error);
      showToast('The file was not downloaded', { tone: 'danger', description: `${reason}. Try again.` });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="ghost"
      size="small"
      icon={<DownloadIcon />}
      isBusy={isBusy}
      aria-label={`Download ${name} as CSV`}
      title={`Download ${name} as CSV`}
      onClick={() => void save()}
    >
      CSV
    </Button>
  );
}
