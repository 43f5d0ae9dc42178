import type { Measure, MoneyMeasure } from '@app/shared/contract/public-api/shapes.ts';

export const measure = (value: number | null, unit: string, observedAt: string | null): Measure => ({
  value,
  unit,
  observedAt,
});

export const money = (
  cents: number | null,
  currency: string | null,
  observedAt: string | null = null,
): MoneyMeasure => ({ value: cents, unit: 'cents', currency, observedAt });
