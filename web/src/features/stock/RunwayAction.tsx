import { actionLink } from '@app/shared/watchdogs/model/action-link.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { buttonClass } from '../../ui/fields/Button.tsx';
import { nameOf } from '../../world/level.ts';
import { stockKinds } from '../products/stock-kinds.ts';
import type { StockRow } from './stock-rows.ts';

/** Leads to where something can be done about it: a shipment to Amazon, or the stock of the seller's own listing. */
export function RunwayAction({ row: { product, shipper } }: { readonly row: StockRow }) {
  const action = watchdogOf(stockKinds[shipper])?.action;
  const href = action && actionLink(action.place, product);
  if (!href) return null;
  return (
    <a
      className={buttonClass({ size: 'sm' })}
      href={href}
      target="_blank"
      rel="noreferrer"
      title={`${action.label} at Seller Central`}
    >
      {shipper === 'amazon' ? 'Plan' : 'Refill'}
      <span className="visually-hidden"> {nameOf(product)} at Seller Central</span>
    </a>
  );
}
