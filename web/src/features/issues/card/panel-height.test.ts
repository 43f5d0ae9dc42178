import { expect, test } from 'vitest';
import { panelHeight } from './panel-height.ts';

test.each([
  [5, 'wide', 525],
  [25, 'wide', 525],
  [4, 'wide', 540],
  [1, 'wide', 150],
  [1, 'compact', 240],
  [25, 'compact', 240],
] as const)('%i rows in the %s view are %i px high', (rows, layout, height) => {
  expect(panelHeight(rows, layout)).toBe(height);
});
