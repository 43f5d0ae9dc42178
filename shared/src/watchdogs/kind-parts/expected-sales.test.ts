import { describe, expect, test } from 'vitest';
import type { ComparableDay } from './expected-sales-days.ts';
import { lastWindows } from './expected-sales.ts';

/** Consecutive days that begin on a Sunday in 2026. */
const daysOf = (units: readonly number[]): ComparableDay[] =>
  units.map((sold, index) => ({ day: dayAfter(index), weekday: index % 7, units: sold }));
const dayAfter = (days: number): string =>
  new Date(Date.parse('2026-03-01') + days * 86_400_000).toISOString().slice(0, 10);
const repeated = (pattern: readonly number[], times: number): number[] =>
  Array.from({ length: times }, () => pattern).flat();

/** Returns the expected sales of the last day alone, and the chance of what was sold on that day. */
const lastDay = (...units: readonly number[]) => lastWindows(daysOf(units), [1])[0];
const steady = repeated([52, 48, 55, 45, 51, 49, 50], 6);

describe('the expected sales of a day', () => {
  test('equal those of the days before', () => {
    expect(lastDay(...steady, 50)?.expected).toBeCloseTo(50, -0.5);
  });

  test("do not depend on the day's own sales", () => {
    expect(lastDay(...steady, 0)?.expected).toBe(lastDay(...steady, 500)?.expected);
  });

  test('are not led astray by a single peak', () => {
    const withPeak = steady.map((units, index) => (index === 36 ? 900 : units));

    expect(lastDay(...withPeak, 50)?.expected).toBeLessThan(56);
  });

  test('are the same after a week of promotion as before it', () => {
    const promotion = [150, 160, 140, 150, 155];

    expect(lastDay(...steady, ...promotion, 50)?.expected).toBeCloseTo(lastDay(...steady, 50)?.expected ?? NaN, -0.5);
  });

  test('rise when a higher level has lasted', () => {
    const risen = repeated([148, 152, 150], 14);

    expect(lastDay(...steady, ...risen, 150)?.expected).toBeGreaterThan(90);
  });

  test('continue a rise that chance does not explain', () => {
    const rising = Array.from({ length: 60 }, (_, index) => Math.round(60 * 1.015 ** index));

    expect(lastDay(...rising, 140)?.expected).toBeGreaterThan(130);
    expect(lastDay(...rising, 140)?.expected).toBeLessThan(160);
  });

  test('do not continue what may be chance', () => {
    const straying = [...repeated([60, 40, 55, 45, 50, 62, 38], 5), 58, 60, 54];

    expect(lastDay(...straying, 50)?.expected).toBeLessThan(54);
  });

  test('follow a decline', () => {
    const declining = Array.from({ length: 60 }, (_, index) => Math.round(200 * 0.98 ** index));

    expect(lastDay(...declining, 60)?.expected).toBeLessThan(80);
  });

  test('depend on the weekday when weekdays differ', () => {
    const weeks = repeated([20, 100, 100, 100, 100, 100, 20], 8);

    expect(lastDay(...weeks, 20)?.expected).toBeLessThan(35);
    expect(lastDay(...weeks, 20, 100)?.expected).toBeGreaterThan(80);
  });

  test('do not depend on the weekday when the differences may be chance', () => {
    const rare = repeated([2, 0, 1, 0, 0, 3, 1, 0, 1, 1, 2, 0, 0, 0], 4);

    expect(lastDay(...rare, 0)?.expected).toBeCloseTo(lastDay(...rare, 0, 0)?.expected ?? 0, 0);
  });
});

describe('the chance of so few', () => {
  test('is smaller the fewer there are', () => {
    const chances = [50, 40, 30, 20, 10, 0].map((units) => lastDay(...steady, units)?.chance ?? NaN);

    expect(chances).toEqual(chances.toSorted((a, b) => b - a));
    expect(chances.at(0)).toBeGreaterThan(0.2);
    expect(chances.at(-1)).toBeLessThan(1e-6);
  });

  test('is greater for a product whose sales stray more', () => {
    const straying = repeated([90, 20, 70, 25, 80, 15, 50, 60], 5);

    expect(lastDay(...straying, 15)?.chance).toBeGreaterThan(20 * (lastDay(...steady, 15)?.chance ?? NaN));
  });

  test('stays high for a product that sells rarely', () => {
    const rare = repeated([0, 1, 0, 0, 2, 0, 1], 8);

    expect(lastDay(...rare, 0)?.chance).toBeGreaterThan(0.3);
  });
});

const lengthsKnown = (days: number): number[] =>
  lastWindows(daysOf(steady.slice(0, days)), [1, 3, 7]).map(({ length }) => length);

/** The chance of a day with 20 units at the end of weeks that begin with these days. */
const chanceAfter = (first: readonly number[]): number => lastDay(...first, ...steady, 20)?.chance ?? NaN;

describe("the usual spread of a product's sales", () => {
  test('is not widened by a promotion in its first week', () => {
    expect(chanceAfter([150, 144, 156, 148, 152, 50, 49])).toBeLessThan(2 * chanceAfter([50, 48, 52, 49, 51, 50, 49]));
  });

  test('is not widened by its promotions', () => {
    const withPromotions = steady.map((units, index) => (index % 14 < 2 && index > 7 ? units * 3 : units));

    expect(lastDay(...withPromotions, 15)?.chance).toBeLessThan(0.01);
  });

  test('is not widened much by a drop in its past', () => {
    const withDrop = steady.map((units, index) => (index === 20 || index === 21 ? 0 : units));

    expect(lastDay(...withDrop, 12)?.chance).toBeLessThan(0.005);
  });
});

describe('windows of several days', () => {
  test('add up expected and seen units from their first day', () => {
    const [window] = lastWindows(daysOf([...steady, 25, 26, 24]), [3]);

    expect(window).toMatchObject({ length: 3, from: dayAfter(steady.length), seen: 75 });
    expect(window?.expected).toBeCloseTo(150, -1.3);
  });

  test('show a drop to half that no single day shows', () => {
    const [day, three] = lastWindows(daysOf([...steady, 27, 28, 26]), [1, 3]);

    expect(three?.chance).toBeLessThan((day?.chance ?? 0) / 5);
  });

  test('need ten days before them', () => {
    expect([10, 11, 13, 17].map(lengthsKnown)).toEqual([[], [1], [1, 3], [1, 3, 7]]);
  });
});
