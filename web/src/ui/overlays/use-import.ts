import { useState } from 'react';
import { codeOfError } from '@app/shared/base/thrown.ts';
import type { ImportedOutcome } from './ImportPreview.tsx';
import { showToast } from './toast-store.ts';

/** Requests a preview, which changes nothing, or the changes that an earlier preview has shown. */
type ImportQuery = { readonly preview: 'true' } | { readonly fingerprint: string };

interface Import<Outcome> {
  readonly send: (file: File, query: ImportQuery) => Promise<Outcome>;
  readonly onImported: () => void;
  /** The text after an import, if its outcome has more to say. */
  readonly doneText?: (outcome: Outcome) => string;
}

const importedText = (): string => 'Spreadsheet successfully imported';

interface Preview<Outcome> {
  readonly file: File;
  readonly outcome: Outcome;
  /**
   * Whether this preview replaces an outdated one: somebody else changed a product after the first preview was shown.
   */
  readonly isOvertaken: boolean;
}

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
  const look = (file: File) =>
    attempt(async () => {
      const outcome = await send(file, { preview: 'true' });
      if (isWorthALook(outcome)) setPreview({ file, outcome, isOvertaken: false });
      else showToast('Spreadsheet successfully imported, nothing is different');
    });
  const apply = () =>
    attempt(async () => {
      if (!preview) return;
      const { file, outcome } = preview;
      let applied: Outcome;
      try {
        applied = await send(file, { fingerprint: outcome.fingerprint });
      } catch (error) {
        if (!isOvertaken(error)) throw error;
        setPreview({ file, outcome: await send(file, { preview: 'true' }), isOvertaken: true });
        return;
      }
      setPreview(null);
      onImported();
      showToast(doneText(applied));
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

const isOvertaken = (error: unknown): boolean => codeOfError(error) === 'importOvertaken';
