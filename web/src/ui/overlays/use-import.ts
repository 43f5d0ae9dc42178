import { useState } from 'react';
import type { ImportedOutcome } from './ImportPreview.tsx';
import { applyPreview, isAnswerLost, keepFile, type Preview, type SendFile } from './import-steps.ts';
import { showToast } from './toast-store.ts';

interface Import<Outcome> {
  readonly send: SendFile<Outcome>;
  readonly onImported: () => void;
  /** The text after an import, if its outcome has more to say. */
  readonly doneText?: (outcome: Outcome) => string;
}

const importedText = (): string => 'Spreadsheet successfully imported';

/**
 * Imports a spreadsheet after a look at what it changes; shows the texts of section 8, with the errors beneath. The
 * preview stays if the import fails, so that it can be repeated.
 */
export function useImport<Outcome extends ImportedOutcome>({
  send,
  onImported,
  doneText = importedText,
}: Import<Outcome>) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<Preview<Outcome> | null>(null);
  const attempt = async (act: () => Promise<void>) => {
    setSending(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      showToast('Error during spreadsheet import', { level: 'alert' });
      setProblem(error instanceof Error ? error.message : null);
    } finally {
      setSending(false);
    }
  };
  const look = (chosen: File) =>
    attempt(async () => {
      const file = await keepFile(chosen);
      const outcome = await send(file, { preview: 'true' });
      if (isWorthALook(outcome)) setPreview({ file, outcome, isOvertaken: false, isUnsure: false });
      else showToast('Spreadsheet successfully imported, nothing is different');
    });
  const apply = () =>
    attempt(async () => {
      if (!preview) return;
      const applied = await applyPreview(preview, send).catch((error: unknown) => {
        if (isAnswerLost(error)) setPreview({ ...preview, isUnsure: true });
        throw error;
      });
      if ('preview' in applied) return setPreview(applied.preview);
      setPreview(null);
      onImported();
      showToast(doneText(applied.imported));
    });
  return {
    isSending,
    problem,
    preview,
    look,
    apply,
    dropPreview: () => setPreview(null),
    dropProblem: () => setProblem(null),
  };
}

const isWorthALook = ({ added, changed, removed, skipped, refused }: ImportedOutcome): boolean =>
  added + changed + removed + skipped.count + refused.count > 0;
