import uPlot from 'uplot';
import type { Paint } from '../../../ui/chart/chart-paint.ts';
import { countAxis } from '../../../ui/chart/count-axis.ts';
import { dayAxis, dayScale } from '../../../ui/chart/day-axis.ts';
import { solidLine } from '../../../ui/chart/line-series.ts';
import { largest } from '../../../ui/chart/series.ts';
import type { ChartOptions } from '../../../ui/chart/use-uplot.ts';
import { asinCount } from '../money.ts';
import { axisMoney } from './axis-money.ts';
import type { CostSeries } from './cost-series.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

/** The money axis ends at this multiple of the highest bar, and the line of ASINs runs in the room above the bars. */
const moneyFactor = 1.3;
const asinFactor = 1.1;

/** The left axis shows money, the right axis the number of ASINs. */
export function costOptions({ days, charged, free, forecast, asins }: CostSeries, paint: Paint): ChartOptions {
  const mostMoney = largest(charged, free, forecast);
  const bars = uPlot.paths.bars?.({ size: [0.74, 40], radius: 0.12 });
  const bar = (look: Pick<uPlot.Series, 'fill' | 'stroke' | 'dash' | 'width'>): uPlot.Series => ({
    scale: 'money',
    ...(bars ? { paths: bars } : {}),
    points: { show: false },
    ...look,
  });
  return {
    scales: {
      x: dayScale(days),
      money: { range: [0, Math.max(1, mostMoney) * moneyFactor] },
      asins: { range: [0, Math.max(10, largest(asins)) * asinFactor] },
    },
    axes: [
      dayAxis(days, { paint, today: '' }),
      countAxis({ scale: 'money', side: 3, paint, text: axisMoney }),
      countAxis({ scale: 'asins', side: 1, paint, text: (value) => formatCount(value) }),
    ],
    series: [
      {},
      bar({ fill: paint.sales, width: 0 }),
      bar({ fill: paint.band, stroke: paint.sales, width: 1 }),
      bar({ stroke: paint.sales, dash: [3, 2], width: 1 }),
      solidLine({ scale: 'asins', stroke: paint.fbm }),
    ],
    plugins: [lastValuePlugin(asins, paint)],
    padding: [8, 0, 0, 0],
  };
}

/** Writes the last number of ASINs at the end of its line. */
function lastValuePlugin(asins: CostSeries['asins'], paint: Paint): uPlot.Plugin {
  const index = asins.findLastIndex((count) => count !== null);
  const draw = (chart: uPlot): void => {
    const count = asins[index];
    const at = chart.data[0][index];
    if (count == null || at === undefined) return;
    const { ctx, bbox } = chart;
    const ratio = devicePixelRatio;
    const x = chart.valToPos(at, 'x', true);
    const y = chart.valToPos(count, 'asins', true);
    ctx.save();
    ctx.fillStyle = paint.fbm;
    ctx.beginPath();
    ctx.arc(x, y, 3 * ratio, 0, 2 * Math.PI);
    ctx.fill();
    ctx.font = `600 ${paint.font.replace(/^[\d.]+px/, (size) => `${Number.parseFloat(size) * ratio}px`)}`;
    const text = asinCount(count);
    const isAtEnd = x + ctx.measureText(text).width + 8 * ratio > bbox.left + bbox.width;
    ctx.textAlign = isAtEnd ? 'right' : 'left';
    ctx.textBaseline = isAtEnd ? 'bottom' : 'middle';
    ctx.fillText(text, isAtEnd ? x + 3 * ratio : x + 7 * ratio, isAtEnd ? y - 5 * ratio : y);
    ctx.restore();
  };
  return { hooks: { draw } };
}
