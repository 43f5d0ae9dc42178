import type uPlot from 'uplot';
import type { Paint } from './chart-paint.ts';

interface CountAxis {
  readonly scale: string;
  /** The side as uPlot counts it: 1 is right, 3 is left. Only the left axis has grid lines. */
  readonly side: 1 | 3;
  readonly paint: Paint;
  readonly text: (value: number) => string;
}

/** The widths in px at the usual size of text. They are the same for all charts, so that plots one above the other are aligned. */
export const axisWidths = { 1: 52, 3: 36 } as const;
/** Room for the last label when there is no axis on the right. */
export const noAxisWidth = 16;

/** The steps between labels are whole numbers, because there is no half unit. */
const steps = [1, 2, 5]
  .flatMap((digit) => Array.from({ length: 9 }, (_, zeros) => digit * 10 ** zeros))
  .toSorted((a, b) => a - b);
/**
 * The smallest distance of grid lines, which limits the grid to about four lines; more would distract from the data.
 */
const leastSpacePx = 48;

export const countAxis = ({ scale, side, paint, text }: CountAxis): uPlot.Axis => ({
  scale,
  side,
  stroke: paint.axis,
  font: paint.font,
  size: axisWidths[side] * paint.scale,
  gap: 4,
  space: leastSpacePx * paint.scale,
  incrs: steps,
  values: (_chart, splits) => splits.map(text),
  grid: { show: side === 3, stroke: paint.grid, width: 1 },
  ticks: { show: false },
});
