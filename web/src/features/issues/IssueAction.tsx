import { Link, useLocation } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { actionLink } from '@app/shared/watchdogs/model/action-link.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { buttonClass, type ButtonVariant } from '../../ui/fields/Button.tsx';
import { nameOf } from '../../world/level.ts';
import { useOpenSalesChart } from '../charts/sales/SalesChart.tsx';

interface Props {
  readonly watchdog: Watchdog;
  readonly product: Product;
  readonly item: WorldItem;
  readonly variant?: ButtonVariant;
  readonly size?: 'sm' | 'md';
}

/** The main button of an issue, which leads to the place of the next step at the product's own marketplace. */
export function IssueAction({ watchdog, product, item, variant, size }: Props) {
  const { label, place } = watchdog.action;
  const address = actionLink(place, { ...product, keyword: item.settings.keyword });
  const isAtHome = useLocation({ select: ({ pathname }) => pathname === '/home' });
  const openChart = useOpenSalesChart();
  const chart = `saleschart-${product.productId}`;
  const shown = { className: buttonClass({ variant, size }), 'aria-label': `${label}: ${nameOf(product)}` };
  // The dashboard itself draws the chart of a product and keeps its filters; other pages link to the dashboard.
  if (address === null && !isAtHome) {
    return (
      <Link to="/home" hash={chart} {...shown}>
        {label}
      </Link>
    );
  }
  const outside = { target: '_blank', rel: 'noreferrer' };
  const link = address === null ? chartLink(product.productId, openChart) : { href: address, ...outside };
  return (
    <a {...link} {...shown}>
      {label}
    </a>
  );
}

/**
 * The properties of a link to the sales chart of a product. A plain press opens the chart above the page or the dialog
 * from which it leads, to which closing the chart returns; a link alone would forget it.
 */
export const chartLink = (productId: string, open: (productId: string) => void) => ({
  href: `#saleschart-${productId}`,
  onClick: (event: Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'preventDefault'>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(productId);
  },
});
