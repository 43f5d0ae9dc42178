import type uPlot from 'uplot';
import type { Paint } from './chart-paint.ts';

/** The two ends of a span, in units of the x axis. */
export type HatchSpan = readonly [number, number];

const stepPx = 6;
const leastForWords = 56;

/** Hatches the whole height of unknown spans: no line crosses them, and they are not read as zero. */
export function hatchPlugin(spans: readonly HatchSpan[], paint: Paint): uPlot.Plugin {
  const drawClear = (chart: uPlot): void => {
    for (const [from, to] of spans) drawSpan(chart, paint, { from, to });
  };
  return { hooks: { drawClear } };
}

function drawSpan(chart: uPlot, paint: Paint, { from, to }: { readonly from: number; readonly to: number }): void {
  const { ctx, bbox } = chart;
  const ratio = devicePixelRatio;
  const left = Math.max(bbox.left, chart.valToPos(from, 'x', true));
  const right = Math.min(bbox.left + bbox.width, chart.valToPos(to, 'x', true));
  if (right <= left) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, bbox.top, right - left, bbox.height);
  ctx.clip();
  ctx.strokeStyle = paint.hatch;
  ctx.lineWidth = ratio;
  ctx.beginPath();
  for (let x = left - bbox.height; x < right; x += stepPx * ratio) {
    ctx.moveTo(x, bbox.top + bbox.height);
    ctx.lineTo(x + bbox.height, bbox.top);
  }
  ctx.stroke();
  if (right - left >= leastForWords * ratio) writeNoData(chart, paint, (left + right) / 2);
  ctx.restore();
}

function writeNoData({ ctx, bbox }: uPlot, paint: Paint, x: number): void {
  const ratio = devicePixelRatio;
  const y = bbox.top + 12 * ratio;
  ctx.font = paint.font.replace(/^[\d.]+px/, (size) => `${Number.parseFloat(size) * ratio}px`);
  const { width } = ctx.measureText('No data');
  ctx.fillStyle = paint.surface;
  ctx.fillRect(x - width / 2 - 4 * ratio, y - 9 * ratio, width + 8 * ratio, 18 * ratio);
  ctx.fillStyle = paint.axis;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText('No data', x, y);
}
