import { describe, expect, test } from 'vitest';
import type { Sensitivity } from './define.ts';
import { awaitsCheck, settle, type SettledValues } from './sensitivity.ts';

type SeenValues = Readonly<Record<string, string>>;
const atCheck = (number: number): Date => new Date(Date.UTC(2026, 2, 2, 8, 30 * number));

/** Settles the observations one after the other; each is half an hour later than the one before. */
const afterLooks = (sensitivity: Sensitivity, looks: readonly SeenValues[]): SettledValues | null =>
  looks.reduce<SettledValues | null>(
    (before, seen, number) => settle(before, { seen, seenAt: atCheck(number), sensitivity }),
    null,
  );

const had = { badge: 'yes' };
const lost = {};

test('the first look settles its values at once', () => {
  expect(afterLooks('LOW', [had])).toMatchObject({ values: had, doubts: [] });
});

describe.each([
  ['HIGH', 1],
  ['MEDIUM', 2],
  ['LOW', 4],
] as const)('with sensitivity %s', (sensitivity, needed) => {
  const differing = (checks: number): SettledValues | null =>
    afterLooks(sensitivity, [had, ...Array.from({ length: checks }, () => lost)]);

  test(`${needed} checks that agree settle a change`, () => {
    expect(differing(needed)).toMatchObject({ values: lost, doubts: [] });
  });

  test('fewer do not, and ask for another check', () => {
    const before = differing(needed - 1);

    expect(before?.values).toEqual(had);
    expect(before && awaitsCheck(before)).toBe(needed > 1);
  });
});

test('a look that agrees with the settled value restarts the count', () => {
  expect(afterLooks('MEDIUM', [had, lost, had, lost])?.values).toEqual(had);
});

test('a look with a third value restarts the count', () => {
  const settled = afterLooks('MEDIUM', [{ parent: 'A' }, { parent: 'B' }, { parent: 'C' }]);

  expect(settled).toMatchObject({ values: { parent: 'A' }, doubts: [{ name: 'parent', value: 'C', checks: 1 }] });
});

test('a look is counted once, and only a later one is another check', () => {
  const first = settle(afterLooks('MEDIUM', [had]), { seen: lost, seenAt: atCheck(1), sensitivity: 'MEDIUM' });
  const again = settle(first, { seen: lost, seenAt: atCheck(1), sensitivity: 'MEDIUM' });
  const earlier = settle(again, { seen: lost, seenAt: atCheck(0), sensitivity: 'MEDIUM' });
  const unseen = settle(earlier, { seen: lost, seenAt: null, sensitivity: 'MEDIUM' });

  expect([again, earlier, unseen]).toEqual([first, first, first]);
});

test('one value settles while another is still in doubt', () => {
  const settled = afterLooks('MEDIUM', [{ pan: 'yes', skillet: 'yes' }, { skillet: 'yes' }, {}]);

  expect(settled).toMatchObject({ values: { skillet: 'yes' }, doubts: [{ name: 'skillet', value: null, checks: 1 }] });
});

test('a higher sensitivity settles a value that was seen often enough for it', () => {
  const doubted = afterLooks('LOW', [had, lost, lost]);

  expect(settle(doubted, { seen: lost, seenAt: null, sensitivity: 'MEDIUM' }).values).toEqual(lost);
});
