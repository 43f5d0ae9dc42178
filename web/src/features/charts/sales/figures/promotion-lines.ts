import { cutAt } from '@app/shared/base/cut-text.ts';
import { countIn } from '@app/shared/base/money.ts';
import type { PromotionSeries } from '@app/shared/contract/catalog.ts';
import { largest } from '../../../../ui/chart/series.ts';

/** Specification, section 9: ten colours. Codes beyond the tenth repeat the colours with another stroke. */
const colours = 10;
const strokes = ['line', 'dashed', 'dotted'] as const;

interface PromotionLook {
  readonly colour: number;
  readonly stroke: (typeof strokes)[number];
}

export const lookOf = (index: number): PromotionLook => ({
  colour: index % colours,
  stroke: strokes[Math.floor(index / colours) % strokes.length] ?? 'line',
});

/** Longer promotion codes are cut to this many characters (specification, section 5). */
const shownLength = 25;
const endLength = 12;

const cutCode = (code: string): string => (code.length <= shownLength ? code : `${cutAt(code, shownLength)}…`);

/** Codes of one campaign often differ at their end only. */
const bothEnds = (code: string): string => `${cutAt(code, endLength)}…${code.slice(-endLength)}`;

/** Returns the name of each code: as short as the specification asks, unless two codes would have the same name. */
export function codeNames(promotions: readonly Pick<PromotionSeries, 'code'>[]): ReadonlyMap<string, string> {
  const codes = promotions.map(({ code }) => code);
  const cuts = [cutCode, bothEnds].map((cut) => ({ cut, codesOf: Map.groupBy(codes, cut) }));
  const nameOf = (code: string) => cuts.find(({ cut, codesOf }) => codesOf.get(cut(code))?.length === 1)?.cut(code);
  return new Map(codes.map((code) => [code, nameOf(code) ?? code]));
}

/** With many codes only the ten with the most units are drawn at first; the others can be turned on in the legend. */
export const hiddenAtFirst = (promotions: readonly PromotionSeries[]): ReadonlySet<string> =>
  new Set(promotions.slice(colours).map(({ code }) => code));

export type Measure = 'units' | 'orders';

/** The axis ends at this multiple of the highest value (specification, section 9: the axis of sales without a rank). */
const headroom = 1.05;

export const promotionsTop = (shown: readonly PromotionSeries[], measure: Measure): number =>
  Math.max(1, largest(...shown.map((one) => one[measure]))) * headroom;

export function promotionsFinding(promotions: readonly PromotionSeries[], marketplace: string): string {
  const [best] = promotions;
  if (!best) return 'No promotion code was used.';
  const codes =
    promotions.length === 1 ? '1 promotion code was used' : `${promotions.length} promotion codes were used`;
  const units = `${countIn(marketplace, best.totalUnits)} ${best.totalUnits === 1 ? 'unit' : 'units'}`;
  return `${codes}, ${best.code} most: ${units}.`;
}
