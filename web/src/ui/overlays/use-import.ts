import { useState } from 'react';
import type { ImportedOutcome } from './ImportPreview.tsx';
import { showToast } from './toast-store.ts';

interface Import<Outcome> {
  /** Sends the file; with `preview` nothing is changed. */
  readonly send: (file: File, preview: 'true' | 'false') => Promise<Outcome>;
  readonly onImported: () => void;
}

/** Imports a spreadsheet after a look at what it changes; shows the texts of section 8, with the errors beneath. */
export function useImport<Outcome extends ImportedOutcome>({ send, onImported }: Import<Outcome>) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<{ readonly file: File; readonly outcome: Outcome } | null>(null);
  const attempt = async (act: () => Promise<void>) => {
    setSending(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setPreview(null);
      showToast('Error during spreadsheet import', { level: 'alert' });
      setProblem(error instanceof Error ? error.message : null);
    } finally {
      setSending(false);
    }
  };
  const look = (file: File) =>
    attempt(async () => {
      const outcome = await send(file, 'true');
      if (isWorthALook(outcome)) setPreview({ file, outcome });
      else showToast('Spreadsheet successfully imported, nothing is different');
    });
  const apply = () =>
    attempt(async () => {
      if (!preview) return;
      await send(preview.file, 'false');
      setPreview(null);
      onImported();
      showToast('Spreadsheet successfully imported');
    });
  return { isSending, problem, preview, look, apply, dropPreview: () => setPreview(null) };
}

const isWorthALook = ({ added, changed, removed, skipped, refused }: ImportedOutcome): boolean =>
  added + changed + removed + skipped.count + refused.count > 0;
