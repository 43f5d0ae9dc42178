import type { Marketplace } from '@app/shared/base/marketplaces.ts';

interface PageMoney {
  readonly symbol: string;
  readonly currency: string;
  readonly value: number;
  /** The amount as formatted on the page. */
  readonly raw: string;
}

export function pageMoney({ currency, locale }: Marketplace, cents: number): PageMoney {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  return { symbol, currency, value: cents / 100, raw: format.format(cents / 100) };
}
