import { codeOfError } from '@app/shared/base/thrown.ts';
import type { ImportedOutcome } from './ImportPreview.tsx';

/** Requests a preview, which changes nothing, or the changes that an earlier preview has shown. */
export type ImportQuery = { readonly preview: 'true' } | { readonly fingerprint: string };

export type SendFile<Outcome> = (file: File, query: ImportQuery) => Promise<Outcome>;

export interface Preview<Outcome> {
  readonly file: File;
  readonly outcome: Outcome;
  /**
   * Whether this preview replaces an outdated one: somebody else changed a product after the first preview was shown.
   */
  readonly isOvertaken: boolean;
  /** Whether the answer of an earlier import of this file was lost, which may have worked. */
  readonly isUnsure: boolean;
}

/**
 * Reads a file into memory, so that the import sends what the preview has shown. A browser refuses to send a file that was
 * changed, moved or locked since it was chosen, and does not say why: that would look like a lost connection.
 */
export async function keepFile(file: File): Promise<File> {
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) throw new Error(unreadable);
  return new File([bytes], file.name, { type: file.type });
}

const unreadable =
  'The file could not be read. It may have been moved, or be open in another program. Please close it there and choose it again';

/** The result of an import: it has worked, or there is another preview to decide about. */
type Applied<Outcome> = { readonly imported: Outcome } | { readonly preview: Preview<Outcome> };

/**
 * Imports the file of a preview. If its rows are no longer those that were shown, they are shown anew; but if nothing is
 * left to change after an import whose answer was lost, that import has worked.
 */
export async function applyPreview<Outcome extends ImportedOutcome>(
  { file, outcome, isUnsure }: Preview<Outcome>,
  send: SendFile<Outcome>,
): Promise<Applied<Outcome>> {
  try {
    return { imported: await send(file, { fingerprint: outcome.fingerprint }) };
  } catch (error) {
    if (!isOvertaken(error)) throw error;
  }
  const now = await send(file, { preview: 'true' });
  const isDone = isUnsure && now.added + now.changed + now.removed + now.refused.count === 0;
  return isDone ? { imported: outcome } : { preview: { file, outcome: now, isOvertaken: true, isUnsure } };
}

const isOvertaken = (error: unknown): boolean => codeOfError(error) === 'importOvertaken';

/** Whether a call may have worked although it failed: its answer was lost. */
export const isAnswerLost = (error: unknown): boolean =>
  error instanceof Error && 'isOutage' in error && error.isOutage === true;
