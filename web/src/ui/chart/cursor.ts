import type uPlot from 'uplot';

export interface ChartCursor {
  readonly index: number;
  /** CSS pixels from the left of the chart. */
  readonly left: number;
  /** In the right half: what stands beside it stands on its left. */
  readonly isFlipped: boolean;
}

/** It jumps from point to point, and along with those of all charts of the same key. */
export const cursorOptions = (key: string): uPlot.Cursor => ({
  y: false,
  drag: { x: false, y: false, setScale: false },
  sync: { key },
  move: (chart, left, top) => (left < 0 ? [left, top] : [leftOf(chart, chart.posToIdx(left)), top]),
});

const leftOf = (chart: uPlot, index: number): number => chart.valToPos(chart.data[0][index] ?? 0, 'x');

/** `null` while it is nowhere. */
export function readCursor(chart: uPlot): ChartCursor | null {
  const { idx, left = -1 } = chart.cursor;
  if (idx == null || left < 0) return null;
  const at = chart.bbox.left / devicePixelRatio + leftOf(chart, idx);
  return { index: idx, left: at, isFlipped: at > chart.width / 2 };
}

export const moveCursor = (chart: uPlot, index: number): void => putCursor(chart, leftOf(chart, index));

/** A finger that goes over the chart sends no movements of a mouse. */
export const followFinger = (chart: uPlot, clientX: number): void =>
  putCursor(chart, Math.max(0, clientX - chart.over.getBoundingClientRect().left));

/** Its types leave out the last argument, without which the charts of the same key stay where they are. */
interface Publishing {
  setCursor(at: { left: number; top: number }, fireHook: boolean, publish: boolean): void;
}

function putCursor(chart: Publishing, left: number): void {
  // Inside of the plot by its height, or it counts as nowhere.
  chart.setCursor({ left, top: 1 }, true, true);
}

/** Where a key leads; `null` for keys that lead nowhere. Without a cursor it begins at the newest. */
export function nextIndex(key: string, index: number | null, last: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  if (index === null) return last;
  return key === 'ArrowLeft' ? Math.max(0, index - 1) : Math.min(last, index + 1);
}
