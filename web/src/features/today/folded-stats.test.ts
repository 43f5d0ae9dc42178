import { expect, test } from 'vitest';
import { foldedStats } from './folded-stats.ts';

const textsOf = (...[uncheckedAlerts, uncheckedWarnings, productsWithIssues, totalProducts]: Counts) =>
  foldedStats({ uncheckedAlerts, uncheckedWarnings, productsWithIssues, totalProducts }).map(
    ({ value, label }) => `${value} ${label}`,
  );
type Counts = readonly [number, number, number, number];

test.each<[Counts, string]>([
  [[1, 1, 1, 1], '1 unchecked alert, 1 unchecked warning, 1 product with issues, 1 product'],
  [[0, 2, 2, 22], '0 unchecked alerts, 2 unchecked warnings, 2 products with issues, 22 products'],
])('the statistics of the folded day are told in words: %j', (counts, texts) => {
  expect(textsOf(...counts).join(', ')).toBe(texts);
});
