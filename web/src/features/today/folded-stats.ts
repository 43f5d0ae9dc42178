import type { WorldCounts } from '@app/shared/world/counts.ts';

export interface FoldedStatText {
  readonly key: string;
  readonly value: number;
  /** The words after the number. */
  readonly label: string;
  readonly level?: 'alert' | 'warning';
}

type Stats = Pick<WorldCounts, 'uncheckedAlerts' | 'uncheckedWarnings' | 'productsWithIssues' | 'totalProducts'>;

/** The four top statistics of the folded day: "1 unchecked alert", "3 products with issues". */
export function foldedStats(stats: Stats): readonly FoldedStatText[] {
  return [
    {
      key: 'alerts',
      value: stats.uncheckedAlerts,
      label: stats.uncheckedAlerts === 1 ? 'unchecked alert' : 'unchecked alerts',
      level: 'alert',
    },
    {
      key: 'warnings',
      value: stats.uncheckedWarnings,
      label: stats.uncheckedWarnings === 1 ? 'unchecked warning' : 'unchecked warnings',
      level: 'warning',
    },
    {
      key: 'withIssues',
      value: stats.productsWithIssues,
      label: `${productWord(stats.productsWithIssues)} with issues`,
    },
    { key: 'products', value: stats.totalProducts, label: productWord(stats.totalProducts) },
  ];
}

const productWord = (count: number): string => (count === 1 ? 'product' : 'products');
