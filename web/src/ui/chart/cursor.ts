import type uPlot from 'uplot';

export interface ChartCursor {
  readonly index: number;
  /** The position of the cursor in CSS pixels from the left of the chart. */
  readonly left: number;
  /** Whether the cursor is in the right half, so that the note stands on its left. */
  readonly isFlipped: boolean;
}

/** The cursor moves from point to point, together with those of all charts with the same key. */
export const cursorOptions = (key: string): uPlot.Cursor => ({
  y: false,
  drag: { x: false, y: false, setScale: false },
  sync: { key },
  move: (chart, left, top) => (left < 0 ? [left, top] : [leftOf(chart, chart.posToIdx(left)), top]),
});

const leftOf = (chart: uPlot, index: number): number => chart.valToPos(chart.data[0][index] ?? 0, 'x');

/** Returns the cursor of the chart; `null` when there is none. */
export function readCursor(chart: uPlot): ChartCursor | null {
  const { idx, left = -1 } = chart.cursor;
  if (idx == null || left < 0) return null;
  const at = chart.bbox.left / devicePixelRatio + leftOf(chart, idx);
  return { index: idx, left: at, isFlipped: at > chart.width / 2 };
}

export const moveCursor = (chart: uPlot, index: number): void => putCursor(chart, leftOf(chart, index));

/** Moves the cursor to a finger, which sends no mouse events to the chart. */
export const followFinger = (chart: uPlot, clientX: number): void =>
  putCursor(chart, Math.max(0, clientX - chart.over.getBoundingClientRect().left));

/** uPlot's types leave out the last argument, without which the charts of the same key do not follow. */
interface PublishingChart {
  setCursor(at: { left: number; top: number }, fireHook: boolean, publish: boolean): void;
}

function putCursor(chart: PublishingChart, left: number): void {
  // The vertical position must be inside the plot, or there is no cursor.
  chart.setCursor({ left, top: 1 }, true, true);
}

/**
 * The index to which a key leads; `null` for other keys. Without a cursor the first press leads to the newest point.
 */
export function nextIndex(key: string, index: number | null, last: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  if (index === null) return last;
  return key === 'ArrowLeft' ? Math.max(0, index - 1) : Math.min(last, index + 1);
}
