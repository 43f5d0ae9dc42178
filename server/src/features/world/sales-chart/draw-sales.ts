import { shorten } from '@app/shared/base/cut-text.ts';
import { html, type Html } from '../../../lib/mail/html.ts';
import type { ChartedDay } from './charted-days.ts';

interface SalesDrawing {
  readonly title: string;
  readonly days: readonly ChartedDay[];
  /** The first day of an open drop. */
  readonly droppedOn: string | null;
}

const width = 640;
const height = 240;
const plot = { left: 40, right: width - 12, top: 46, bottom: height - 28 };
/** Specification, section 9: the axis ends slightly above the highest day. */
const headroom = 1.05;

/** The values of the design tokens, which a picture cannot read from the page. */
const style = `
  text { font: 12px 'Inter Variable', Inter, system-ui, sans-serif; fill: #54555a }
  .title { font-weight: 600; fill: #1a1b1e }
  .surface { fill: #ffffff }
  .line { stroke: #e6e5e1 }
  .bar { fill: #8e8d87 }
  .low { fill: #d3382b }
  .drop { fill: #fdf1ef }
  .dropped { fill: #b3261a; font-weight: 600 }
  .empty { fill: #c9c8c2 }
  .expected { fill: none; stroke: #2457c5; stroke-width: 2; stroke-linejoin: round }
  .legend { fill: #2457c5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #b4b5b9 }
    .title { fill: #ededea }
    .surface { fill: #17181a }
    .line { stroke: #292a2e }
    .bar { fill: #74767d }
    .low { fill: #f0594c }
    .drop { fill: #2a1715 }
    .dropped { fill: #ff9489 }
    .empty { fill: #45474c }
    .expected { stroke: #8db2ff }
    .legend { fill: #8db2ff }
  }`;

/** Draws an SVG of daily units with the expected level, and the days of the drop in red. */
export function drawSales({ title, days, droppedOn }: SalesDrawing): string {
  const name = printable(title);
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    role="img"
    aria-labelledby="title desc"
  >
    <title id="title">Units sold by day: ${name}</title>
    <desc id="desc">${describe(days, droppedOn)}</desc>
    <style>
      ${style}
    </style>
    <rect class="surface" width="${width}" height="${height}" />
    <text class="title" x="12" y="22">${shorten(name, 60)}</text>
    ${days.length === 0 ? noDays : plotOf(days, droppedOn)}
  </svg>`.text;
}

/** Replaces characters that XML cannot contain. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const printable = (text: string): string => text.replace(/[\u0000-\u001f\ufffe\uffff]/g, ' ');

/** The text that specification, section 8 gives for a product without sales. */
const noDays = html`<text x="${width / 2}" y="${height / 2}" text-anchor="middle">Sales data not avail. yet</text>`;

function describe(days: readonly ChartedDay[], droppedOn: string | null): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return 'Sales data not avail. yet';
  const dropped = droppedOn === null ? '' : ` They dropped on ${droppedOn}.`;
  return `Units sold from ${first.day} to ${last.day}, ${last.units} on the last day.${dropped}`;
}

interface Scale {
  readonly x: (index: number) => number;
  readonly y: (units: number) => number;
  readonly step: number;
  readonly most: number;
}

function scaleOf(days: readonly ChartedDay[]): Scale {
  const most = Math.max(1, ...days.map((day) => Math.max(day.units, day.expected ?? 0))) * headroom;
  const step = (plot.right - plot.left) / days.length;
  return {
    most,
    step,
    x: (index) => roundToTenth(plot.left + index * step),
    y: (units) => roundToTenth(plot.bottom - (units / most) * (plot.bottom - plot.top)),
  };
}

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

function plotOf(days: readonly ChartedDay[], droppedOn: string | null): Html {
  const scale = scaleOf(days);
  const dropAt = droppedOn === null ? -1 : days.findIndex(({ day }) => day >= droppedOn);
  return html`${dropAt < 0 ? [] : dropArea(scale, dropAt)} ${axis(days, scale)}
    ${days.map((day, index) => bar(day, { index, scale, isLow: dropAt >= 0 && index >= dropAt }))}
    <path class="expected" d="${expectedPath(days, scale)}" />
    <text class="legend" x="${plot.right}" y="22" text-anchor="end">Expected</text>`;
}

function dropArea({ x }: Scale, from: number): Html {
  const left = x(from);
  return html`<rect
      class="drop"
      x="${left}"
      y="${plot.top}"
      width="${roundToTenth(plot.right - left)}"
      height="${plot.bottom - plot.top}"
    />
    <text class="dropped" x="${roundToTenth(Math.min(left, plot.right - 48))}" y="${plot.top - 5}">Dropped</text>`;
}

function axis(days: readonly ChartedDay[], { x, y, most }: Scale): Html {
  const highest = Math.max(1, Math.floor(most / headroom));
  const labels = days.flatMap(({ day }, index) => (index % 14 === 0 ? [{ day, index }] : []));
  return html`<line class="line" x1="${plot.left}" x2="${plot.right}" y1="${plot.bottom}" y2="${plot.bottom}" />
    <line class="line" x1="${plot.left}" x2="${plot.right}" y1="${y(highest)}" y2="${y(highest)}" />
    <text x="${plot.left - 6}" y="${plot.bottom + 4}" text-anchor="end">0</text>
    <text x="${plot.left - 6}" y="${y(highest) + 4}" text-anchor="end">${highest}</text>
    ${labels.map(({ day, index }) => html`<text x="${Math.min(x(index), plot.right - 44)}" y="${height - 10}">${dayText(day)}</text>`)}`;
}

/** Formats a day as "7 Nov". */
const dayText = (day: string): string =>
  new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

interface Place {
  readonly index: number;
  readonly scale: Scale;
  readonly isLow: boolean;
}

function bar({ units, isOutOfStock, day }: ChartedDay, { index, scale: { x, y, step }, isLow }: Place): Html {
  const top = isOutOfStock && units === 0 ? plot.bottom - 3 : y(units);
  return html`<rect
    class="${isOutOfStock ? 'empty' : isLow ? 'low' : 'bar'}"
    x="${x(index)}"
    y="${top}"
    width="${roundToTenth(Math.max(1, step - 2))}"
    height="${roundToTenth(plot.bottom - top)}"
  >
    <title>${day}: ${units}${isOutOfStock ? ', out of stock' : ''}</title>
  </rect>`;
}

/** Draws a step per day. Days without an expectation leave a gap. */
function expectedPath(days: readonly ChartedDay[], { x, y, step }: Scale): string {
  let isDrawing = false;
  const parts = days.map(({ expected }, index) => {
    const move = isDrawing ? 'L' : 'M';
    isDrawing = expected !== null;
    if (expected === null) return '';
    return `${move}${x(index)} ${y(expected)}H${roundToTenth(x(index) + step)}`;
  });
  return parts.join('');
}
