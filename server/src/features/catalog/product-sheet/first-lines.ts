import { mostOutcomeRows, type LeftLines } from '@app/shared/contract/spreadsheets.ts';
import type { LineProblem } from '../../../lib/spreadsheet/sheet-layout.ts';

/** The problems of a file as its outcome states them. */
export const firstLines = (all: readonly LineProblem[]): LeftLines => ({
  count: all.length,
  lines: all.slice(0, mostOutcomeRows).map((problem) => ({ ...problem })),
});
