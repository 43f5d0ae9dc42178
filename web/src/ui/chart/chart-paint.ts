import { textScale } from '../layout/text-size.ts';

const variables = {
  text: '--text',
  surface: '--floating',
  axis: '--c-axis',
  axisLine: '--line-2',
  grid: '--c-grid',
  hatch: '--c-hatch',
  own: '--c-own',
  buyBox: '--c-box',
  fba: '--c-fba',
  fbm: '--c-fbm',
  rank: '--c-rank',
  sales: '--c-sales',
  organic: '--c-organic',
  promo: '--c-promo',
  band: '--c-band',
  stock: '--c-stock',
  alert: '--alert-s',
  warning: '--warning-s',
  improved: '--improved-s',
} as const;

/** The size of labels in px at the usual size of text. */
const labelPx = 11;

/** The number of colours for series without one of their own, used in turn (specification, section 9: ten). */
const rotatingColours = 10;

/** The colours and the font of the scheme, as a canvas needs them. */
export type Paint = { readonly [Name in keyof typeof variables]: string } & {
  readonly series: readonly string[];
  readonly font: string;
  /** How many times the text is as large as usual; the room for labels grows with it. */
  readonly scale: number;
};

/**
 * Reads the colours and the font from the CSS variables, the only place where the values are defined, when a chart is
 * drawn.
 */
export function readPaint(): Paint {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  const scale = textScale();
  const named = Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, value(variable)]));
  return {
    ...(named as { readonly [Name in keyof typeof variables]: string }),
    series: Array.from({ length: rotatingColours }, (_, index) => value(`--series-${index}`)),
    font: `${labelPx * scale}px ${value('--font')}`,
    scale,
  };
}
