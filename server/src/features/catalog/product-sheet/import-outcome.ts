import { createHash } from 'node:crypto';
import { AppError } from '@app/shared/base/errors.ts';
import { mostOutcomeRows, type ImportOutcome, type LeftLines } from '@app/shared/contract/spreadsheets.ts';
import type { LineProblem } from '../../../lib/spreadsheet/sheet-layout.ts';

interface FileEffect extends Pick<ImportOutcome, 'added' | 'changed' | 'removed' | 'unchanged' | 'rows'> {
  readonly skipped: readonly LineProblem[];
  readonly refused: readonly LineProblem[];
}

/** Converts the effect of a file to the answer, with only the first rows of each list. */
export const outcomeOf = ({ rows, skipped, refused, ...counts }: FileEffect): ImportOutcome => ({
  ...counts,
  rows: rows.slice(0, mostOutcomeRows),
  skipped: firstLines(skipped),
  refused: firstLines(refused),
  fingerprint: fingerprintOf(rows),
});

const firstLines = (all: readonly LineProblem[]): LeftLines => ({
  count: all.length,
  lines: all.slice(0, mostOutcomeRows).map((problem) => ({ ...problem })),
});

/** Returns the fingerprint of the changes. Names of products are left out, because the marketplace changes them too. */
const fingerprintOf = (rows: ImportOutcome['rows']): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ line, changes }) => [line, changes])))
    .digest('base64url');

/** Throws if the changes of a file are not those that the user saw in the preview. */
export function requireSeen({ fingerprint }: ImportOutcome, seen: string | undefined): void {
  if (seen !== undefined && seen !== fingerprint) throw new AppError('importOvertaken');
}
