import { expect, test } from 'vitest';
import { readDraft } from './threshold-draft.ts';

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
