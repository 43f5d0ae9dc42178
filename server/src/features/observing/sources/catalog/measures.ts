/** The length of each unit in centimetres. Names of units are singular, and `inche` is what remains of "inches". */
const centimetres: Readonly<Record<string, number>> = {
  mm: 0.1,
  millimeter: 0.1,
  cm: 1,
  centimeter: 1,
  m: 100,
  meter: 100,
  hundredths_inche: 0.0254,
  in: 2.54,
  inche: 2.54,
  inch: 2.54,
  foot: 30.48,
  feet: 30.48,
};
const kilograms: Readonly<Record<string, number>> = {
  milligram: 0.000001,
  g: 0.001,
  gram: 0.001,
  kg: 1,
  kilogram: 1,
  hundredths_pound: 0.0045359237,
  lb: 0.45359237,
  pound: 0.45359237,
  oz: 0.028349523125,
  ounce: 0.028349523125,
};

const symbols: Readonly<Record<string, string>> = {
  millimeter: 'mm',
  centimeter: 'cm',
  meter: 'm',
  inche: 'in',
  inch: 'in',
  foot: 'ft',
  feet: 'ft',
  milligram: 'mg',
  gram: 'g',
  kilogram: 'kg',
  pound: 'lb',
  ounce: 'oz',
  milliliter: 'ml',
  liter: 'l',
  fluid_ounce: 'fl oz',
  watt: 'W',
  volt: 'V',
};

const unitName = (unit: string): string =>
  unit
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replaceAll('metre', 'meter')
    .replaceAll('litre', 'liter')
    .replace(/s$/, '');

/** Returns one symbol for all names of a unit, such as `inches`, `Inch` and `in`. */
export const unitSymbol = (unit: string): string => symbols[unitName(unit)] ?? unit.trim();

/** Rounds away the errors of Amazon's conversions between units: 10.49999998929 is 10.5. */
export const plainNumber = (value: number): string => String(Number(value.toFixed(4)));

interface Measure {
  readonly unit: string | null;
  readonly value: number | null;
}
interface Sizes {
  readonly length: Measure | null;
  readonly width: Measure | null;
  readonly height: Measure | null;
  readonly weight: Measure | null;
}

/**
 * Formats a package like "30.5 × 20 × 10 cm, 1.25 kg". The longest side comes first, since sellers disagree on which
 * side is the height.
 */
export function packageText({ length, width, height, weight }: Sizes): string | null {
  const sides = [length, width, height].map((side) => inUnit(side, centimetres));
  const kilos = inUnit(weight, kilograms);
  if (sides.some((side) => side === null)) return null;
  const size = sides
    .map((side) => rounded(side ?? 0, 1))
    .toSorted((a, b) => b - a)
    .join(' × ');
  return kilos === null ? `${size} cm` : `${size} cm, ${rounded(kilos, 2)} kg`;
}

function inUnit(measure: Measure | null, factors: Readonly<Record<string, number>>): number | null {
  const factor = measure?.unit ? factors[unitName(measure.unit)] : undefined;
  return factor === undefined || measure?.value === null || measure?.value === undefined
    ? null
    : measure.value * factor;
}

/** Rounds to two more digits first, so that 26.6499999 and 26.65 are rounded to the same side. */
const rounded = (value: number, digits: number): number => {
  const fine = Math.round(value * 10 ** (digits + 2));
  return Math.round(fine / 100) / 10 ** digits;
};
