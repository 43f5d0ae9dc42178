import { countIn } from '@app/shared/base/money.ts';
import type { SalesDay } from '@app/shared/contract/catalog.ts';
import { longDayText } from '../../../../ui/chart/day-axis.ts';
import type { Note } from '../../../../ui/chart/note.ts';
import type { Line, LineId } from './sales-lines.ts';

export const lineColours: Readonly<Record<LineId, string>> = {
  all: 'var(--c-sales)',
  own: 'var(--c-own)',
  organic: 'var(--c-organic)',
  rank: 'var(--c-rank)',
};

interface DayNoteSources {
  readonly sales: readonly SalesDay[];
  readonly index: number;
  readonly lines: readonly Line[];
  readonly marketplace: string;
}

/** The figures of one day, in the number format of the marketplace. */
export function dayNote({ sales, index, lines, marketplace }: DayNoteSources): Note {
  const day = sales[index];
  if (!day) return { title: '', lines: [] };
  const ofSeries = lines.map(({ id, name, values }) => {
    const value = values[index] ?? null;
    return { label: name, value: value === null ? 'No data' : countIn(marketplace, value), colour: lineColours[id] };
  });
  const promoted = day.promotionUnitsThisVariation ?? 0;
  const withCode = promoted === 0 ? [] : [{ label: 'With promotion', value: countIn(marketplace, promoted) }];
  const orders = day.organicOrdersThisVariation;
  const organic = orders === null ? [] : [{ label: 'Organic orders', value: countIn(marketplace, orders) }];
  const usual = day.expectedThisVariation;
  const range = usual
    ? [{ label: 'Expected', value: `${countIn(marketplace, usual.low)} to ${countIn(marketplace, usual.high)}` }]
    : [];
  return {
    title: longDayText(day.date),
    remark: remarkOf(day),
    lines: [...ofSeries, ...organic, ...withCode, ...range],
  };
}

function remarkOf({ final, wasOutOfStock, soldUnitsThisVariation }: SalesDay): string | undefined {
  const isOpen = !final && soldUnitsThisVariation !== null;
  const remarks = [...(wasOutOfStock ? ['out of stock'] : []), ...(isOpen ? ['not final'] : [])].join(', ');
  return remarks === '' ? undefined : `${remarks.charAt(0).toUpperCase()}${remarks.slice(1)}`;
}
