import type uPlot from 'uplot';
import { expect, test } from 'vitest';
import type { Paint } from './chart-paint.ts';
import { countAxis } from './count-axis.ts';
import { dayAxis } from './day-axis.ts';

const days = Array.from({ length: 30 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`);

/** The sizes of the axes with text that is this many times as large as usual, and the number of labelled days. */
function axesWith(scale: number) {
  const paint = { scale } as Paint;
  const below = dayAxis(days, { paint, today: '' });
  const beside = countAxis({ scale: 'units', side: 1, paint, text: String });
  const splits = below.splits as unknown as (chart: Pick<uPlot, 'width'>) => readonly number[];
  return { sizes: [below.size, beside.size, beside.space], labels: splits({ width: 960 }).length };
}

test('with larger text the axes of a chart have more room, and fewer labels', () => {
  const [usual, large] = [axesWith(1), axesWith(2)];

  expect(usual.sizes).toEqual([24, 52, 48]);
  expect(large.sizes).toEqual([48, 104, 96]);
  expect(large.labels).toBeLessThan(usual.labels);
});
