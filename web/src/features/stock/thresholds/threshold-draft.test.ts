import { expect, test } from 'vitest';
import { overtakenBy, overtakenText, readDraft, typeOver } from './threshold-draft.ts';

const empty = { alertDays: '', warningDays: '', alertUnits: '', lookbackDays: '' };

test('empty fields are no thresholds, and the usual lookback', () => {
  expect(readDraft(empty)).toEqual({
    ok: true,
    thresholds: { alertDays: null, warningDays: null, alertUnits: null, lookbackDays: 30 },
  });
});

test.each([
  ['10', '10', false],
  ['10', '4', false],
  ['10', '11', true],
  ['', '4', true],
  ['10', '', true],
])(
  'an alert at %s days and a warning at %s: possible is %s, else the broken rule is named',
  (alertDays, warningDays, ok) => {
    const read = readDraft({ ...empty, alertDays, warningDays });

    const rule = 'Not possible: the warning has to come before the alert, at more than 10 days';
    expect(read.ok ? null : read.wrong).toEqual(ok ? null : { warningDays: rule });
  },
);

test('the sign for no threshold is kept as it is, and takes no default', () => {
  const defaults = { warningDays: { value: 9, origin: 'default of Ironhand' } };

  expect(readDraft({ ...empty, alertDays: '12', warningDays: 'none' }, defaults)).toEqual({
    ok: true,
    thresholds: { alertDays: 12, warningDays: 'none', alertUnits: null, lookbackDays: 30 },
  });
});

const begin = { typed: {}, seen: {} };

test('a threshold that somebody else saves while it is typed over is told of, until both are the same', () => {
  const stored = { ...empty, alertDays: '5' };
  const typing = typeOver(begin, stored, ['alertDays', '1']);
  const theirs = { ...stored, alertDays: '7', warningDays: '9' };

  expect(overtakenBy(typing, stored)).toEqual([]);
  expect(overtakenBy(typing, theirs)).toEqual(['alertDays']);
  expect(overtakenBy(typeOver(typing, theirs, ['alertDays', '12']), theirs)).toEqual(['alertDays']);
  expect(overtakenBy(typeOver(typing, theirs, ['alertDays', '7']), theirs)).toEqual([]);
  expect(overtakenText('Alert at days left', '7')).toContain('set “Alert at days left” to 7 meanwhile');
  expect(overtakenText('Alert at days left', '')).toContain('emptied “Alert at days left” meanwhile');
});

test('a threshold that the person has saved is not taken for that of somebody else', () => {
  const saved = { ...empty, alertDays: '12' };
  const typing = typeOver(typeOver(begin, empty, ['alertDays', '12']), saved, ['alertDays', '14']);

  expect(overtakenBy(typing, saved)).toEqual([]);
});
