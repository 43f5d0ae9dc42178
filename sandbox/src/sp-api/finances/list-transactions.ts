import * as z from 'zod/mini';
import { shippedAt, statusOf, type Order } from '../../world/life/order.ts';
import type { Seller } from '../../world/model/seller.ts';
import type { EndpointContext } from '../endpoint-context.ts';
import { invalidInput } from '../request/error.ts';
import { marketplaceFor } from '../request/marketplace-access.ts';
import { sellerOperation } from '../operation.ts';
import { offsetOf, pageToken } from '../request/page-token.ts';
import { instant, nonEmpty } from '../request/parameters.ts';
import { shipmentTransaction } from './shipment-transaction.ts';

/** Amazon refuses times less than two minutes before the request. */
const answerLagMs = 120_000;
const longestSpanMs = 180 * 86_400_000;
const pageSize = 100;
/** Upper limit of the time from order to shipment; used to find orders shipped in a period. */
const longestShippingMs = 86_400_000;

const query = {
  postedAfter: z.optional(instant),
  postedBefore: z.optional(instant),
  marketplaceId: z.optional(nonEmpty),
  transactionStatus: z.optional(z.enum(['DEFERRED', 'RELEASED', 'DEFERRED_RELEASED'])),
  relatedIdentifierName: z.optional(z.enum(['FINANCIAL_EVENT_GROUP_ID', 'ORDER_ID'])),
  relatedIdentifierValue: z.optional(nonEmpty),
  nextToken: z.optional(nonEmpty),
};

type Query = z.output<z.ZodMiniObject<typeof query>>;

interface Span {
  readonly after: Date;
  /** The exclusive end. */
  readonly before: Date;
}

export const listTransactions = sellerOperation({
  operationId: 'listTransactions',
  method: 'GET',
  path: '/finances/2024-06-19/transactions',
  rate: 0.5,
  burst: 10,
  query,
  answer: ({ context, seller, query: parameters }) => {
    const span = spanOf(parameters, context.world.clock.now());
    const { nextToken, ...question } = parameters;
    const key = JSON.stringify(question);
    const offset = offsetOf(key, nextToken);
    const end = offset + pageSize;
    const found = select(context, seller, { parameters, span });
    const payload = {
      ...(end < found.length && { nextToken: pageToken(key, end) }),
      transactions: found.slice(offset, end).map((order) => shipmentTransaction(context, order)),
    };
    return { status: 200, body: { payload } };
  },
});

function spanOf({ postedAfter, postedBefore, relatedIdentifierName, relatedIdentifierValue }: Query, now: Date): Span {
  if ((relatedIdentifierName === undefined) !== (relatedIdentifierValue === undefined)) {
    throw invalidInput('relatedIdentifierName and relatedIdentifierValue must be given together');
  }
  if (!postedAfter && relatedIdentifierName === undefined) throw invalidInput('postedAfter is missing');
  const latest = new Date(now.getTime() - answerLagMs);
  const before = postedBefore ?? latest;
  if (before > latest) throw invalidInput('postedBefore must be at least two minutes before the request');
  const after = postedAfter ?? new Date(0);
  if (postedAfter && (postedAfter > latest || before <= after)) {
    throw invalidInput('postedAfter must be before postedBefore and at least two minutes before the request');
  }
  return { after, before };
}

/** Selects shipped orders, oldest first. Like Amazon, returns nothing for periods of more than 180 days. */
function select(
  { world }: EndpointContext,
  seller: Seller,
  { parameters, span }: { parameters: Query; span: Span },
): Order[] {
  if (parameters.postedAfter && span.before.getTime() - span.after.getTime() > longestSpanMs) return [];
  if (parameters.transactionStatus && parameters.transactionStatus !== 'RELEASED') return [];
  const code = parameters.marketplaceId && marketplaceFor(seller, parameters.marketplaceId).code;
  const now = world.clock.now();
  const orderedSince = new Date(span.after.getTime() - longestShippingMs);
  return world.orderBook.ordersSince(seller.sellingPartnerId, orderedSince).filter((order) => {
    const postedAt = shippedAt(order);
    return (
      postedAt >= span.after &&
      postedAt < span.before &&
      statusOf(order, now) === 'SHIPPED' &&
      (code === undefined || order.marketplace === code) &&
      (parameters.relatedIdentifierValue === undefined ||
        (parameters.relatedIdentifierName === 'ORDER_ID' && order.orderId === parameters.relatedIdentifierValue))
    );
  });
}
