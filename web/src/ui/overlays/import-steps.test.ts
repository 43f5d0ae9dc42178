import { expect, test } from 'vitest';
import type { ImportedOutcome } from './ImportPreview.tsx';
import { applyPreview, isAnswerLost, keepFile, type ImportQuery, type Preview } from './import-steps.ts';

const none = { count: 0, lines: [] };
const outcome = (given: Partial<ImportedOutcome>): ImportedOutcome => ({
  added: 0,
  changed: 0,
  removed: 0,
  unchanged: 3,
  rows: [],
  skipped: none,
  refused: none,
  fingerprint: 'seen',
  ...given,
});

const file = new File(['ASIN\n'], 'products.csv');
const shown: Preview<ImportedOutcome> = {
  file,
  outcome: outcome({ changed: 2 }),
  isOvertaken: false,
  isUnsure: false,
};
const overtaken = Object.assign(new Error('Somebody else'), { code: 'importOvertaken' });

/** Answers an import with the refusal that its rows have changed, and a preview with this outcome. */
const changedSince = (now: ImportedOutcome) => async (_: File, query: ImportQuery) => {
  if ('fingerprint' in query) throw overtaken;
  return now;
};

test('an import that worked and whose answer was lost is told as done when it is repeated', async () => {
  const isDone = outcome({ unchanged: 5, fingerprint: 'none' });

  expect(await applyPreview({ ...shown, isUnsure: true }, changedSince(isDone))).toEqual({ imported: shown.outcome });
});

test('rows that somebody else has changed since the preview are shown anew, also after a lost answer', async () => {
  const now = outcome({ changed: 1, fingerprint: 'now' });

  for (const isUnsure of [false, true]) {
    expect(await applyPreview({ ...shown, isUnsure }, changedSince(now))).toEqual({
      preview: { file, outcome: now, isOvertaken: true, isUnsure },
    });
  }
});

test('without a lost answer an import that has nothing left to change is not told as done', async () => {
  const now = outcome({ fingerprint: 'none' });

  expect(await applyPreview(shown, changedSince(now))).toHaveProperty('preview.outcome', now);
});

test('only a failure of the connection leaves open whether the import worked', async () => {
  const lost = Object.assign(new Error('You seem to be offline'), { isOutage: true });
  const refused = Object.assign(new Error('The spreadsheet cannot be imported'), { isOutage: false });

  expect([lost, refused, overtaken].map(isAnswerLost)).toEqual([true, false, false]);
});

test('the file that was chosen is sent, whatever becomes of it afterwards', async () => {
  const kept = await keepFile(file);

  expect(kept).not.toBe(file);
  expect([kept.name, await kept.text()]).toEqual(['products.csv', 'ASIN\n']);
});

test('a file that cannot be read any more is told as such', async () => {
  const moved = new File([], 'moved.xlsx');
  moved.arrayBuffer = () =>
    Promise.reject(new DOMException('The requested file could not be read', 'NotReadableError'));

  await expect(keepFile(moved)).rejects.toThrow('The file could not be read. It may have been moved');
});
