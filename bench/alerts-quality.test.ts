import { describe, expect, test } from 'vitest';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { watchdogs, watchdogsByType } from '@app/shared/watchdogs/registry.ts';
import { benchAlertsQuality } from './alerts-quality.ts';
import { incidentOf, incidents } from './lib/quality/incidents.ts';
import { loadRealSeries } from './lib/quality/series.ts';
import { alertOnEveryDifference, measureWatchdog } from './lib/quality/measure-watchdog.ts';

const sample = { products: 2, seed: 'test' };

test('every watchdog has a known incident', () => {
  expect(watchdogs.map(({ type }) => type).filter((type) => !incidentOf(type))).toEqual([]);
});

test('the last lines contain the figures with their goals', () => {
  const lines: string[] = [];
  const real = loadRealSeries();
  const series = real && {
    ...real,
    amazonIndia: real.amazonIndia.slice(0, 2),
    walmart: real.walmart.slice(0, 1).map((item) => ({ ...item, days: item.days.slice(0, 300) })),
  };

  benchAlertsQuality({ products: 1, demandDays: 40, series, say: (line) => lines.push(line) });

  expect(lines.at(-2)).toMatch(/^incidents found, \w+ the least: 100\.0 % \(goal ≥ 90 %\)$/);
  expect(lines.at(-1)).toMatch(/^false alarms, \w+ the most: \d\.\d{3} per product and month \(goal ≤ 0\.1\)$/);
});

describe('The measurement', () => {
  const { price } = watchdogsByType;

  test('finds no incident with a watchdog that never judges', () => {
    const deaf: Watchdog = { ...price, judge: () => null };

    expect(measureWatchdog(deaf, incidents.price, sample)).toMatchObject({ found: 0, falseAlarms: 0 });
  });

  test('counts alarms without an incident as false', () => {
    const figures = measureWatchdog(alertOnEveryDifference(price), incidents.price, sample);

    expect(figures.falseAlarms / figures.productMonths).toBeGreaterThan(100);
  });

  test('does not count an alarm before the incident as found', () => {
    const hasty: Watchdog = {
      ...price,
      judge: () => ({ verdict: 'alert', text: 'Look', about: 'always', memory: null }),
    };

    expect(measureWatchdog(hasty, incidents.price, sample)).toMatchObject({ found: 0, falseAlarms: 2, ended: 0 });
  });
});
