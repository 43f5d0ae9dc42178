import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { referralCents } from '../../world/model/fees.ts';
import { shippedAt, type Order } from '../../world/life/order.ts';
import type { EndpointContext } from '../endpoint-context.ts';

interface Part {
  readonly breakdownType: string;
  readonly cents: number;
  readonly parts?: readonly Part[];
}

/** Returns the transaction of a shipped order: the price minus Amazon's fees. */
export function shipmentTransaction({ world, feeHistory }: EndpointContext, order: Order): unknown {
  const { id: marketplaceId, currency, domain } = marketplaceOf(order.marketplace);
  const listing = world.findListing(order.sellerId, order.sku, order.marketplace);
  const paidCents = order.unitPriceCents * order.quantity - order.discountCents;
  const referral = listing ? referralCents(listing.fees, order.unitPriceCents) * order.quantity : 0;
  const sending = listing && order.fulfilledBy === 'AMAZON' ? feeHistory.fbaCentsAt(listing, shippedAt(order)) : 0;
  const fees: Part[] = [{ breakdownType: 'Commission', cents: -referral }];
  if (sending > 0) fees.push({ breakdownType: 'FBAPerUnitFulfillmentFee', cents: -sending * order.quantity });
  const parts: Part[] = [
    { breakdownType: 'ProductCharges', cents: paidCents },
    { breakdownType: 'AmazonFees', cents: sum(fees), parts: fees },
  ];
  const total = amount(sum(parts), currency);
  const breakdowns = parts.map((part) => breakdown(part, currency));
  return {
    sellingPartnerMetadata: { sellingPartnerId: order.sellerId, accountType: 'Standard Orders', marketplaceId },
    relatedIdentifiers: [{ relatedIdentifierName: 'ORDER_ID', relatedIdentifierValue: order.orderId }],
    transactionType: 'Shipment',
    transactionId: `T${order.orderItemId}`,
    transactionStatus: 'RELEASED',
    description: 'Order Payment',
    postedDate: shippedAt(order).toISOString(),
    totalAmount: total,
    marketplaceDetails: { marketplaceId, marketplaceName: domain.charAt(0).toUpperCase() + domain.slice(1) },
    items: [{ description: order.title, totalAmount: total, breakdowns, contexts: [productContext(order)] }],
    breakdowns,
  };
}

const productContext = ({ asin, sku, quantity, fulfilledBy }: Order): unknown => ({
  contextType: 'ProductContext',
  asin,
  sku,
  quantityShipped: quantity,
  fulfillmentNetwork: fulfilledBy === 'AMAZON' ? 'AFN' : 'MFN',
});

const sum = (parts: readonly Part[]): number => parts.reduce((total, { cents }) => total + cents, 0);

const amount = (cents: number, currencyCode: string): unknown => ({ currencyAmount: cents / 100, currencyCode });

const breakdown = ({ breakdownType, cents, parts = [] }: Part, currency: string): unknown => ({
  breakdownType,
  breakdownAmount: amount(cents, currency),
  ...(parts.length > 0 && { breakdowns: parts.map((part) => breakdown(part, currency)) }),
});
