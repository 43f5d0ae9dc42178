import { expect, test } from 'vitest';
import { forecastBound } from './forecast-bound.ts';

const windowOf = (value: number) => ({ level: 10, chance: value, ratio: value });
const quiet = Array.from({ length: 1000 }, (_, index) => windowOf((index + 1) / 1000));

test('the best threshold raises the allowed share of false alarms on quiet windows, and finds the drops below it', () => {
  const drops = [0.001, 0.0035, 0.0045, 0.5].map(windowOf);

  expect(forecastBound(drops, { quiet, falseShare: 0.003 })).toBe(0.5);
  expect(forecastBound(drops, { quiet, falseShare: 0.004 })).toBe(0.75);
});

test('too few quiet windows tell no threshold', () => {
  expect(forecastBound([windowOf(0)], { quiet: quiet.slice(0, 100), falseShare: 0.003 })).toBeNull();
});
