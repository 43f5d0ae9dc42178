import { marketplacesOfSeller } from '../casting/cast.ts';
import type { Seller } from '../casting/cast.ts';
import { listingsReport, generatedNames, ordersReport } from './generated-bodies.ts';

/**
 * The number of times that each answer is offered, because a step of discovery that fails is repeated and sends its
 * requests again.
 */
const ATTEMPTS = 3;

/** An answer that the sandbox must give next. */
export interface PickedAnswer {
  name: string;
  /** An operation, or the report type of a document. */
  operationId: string;
  headers?: Readonly<Record<string, string>>;
  /** The number of requests that get this answer. */
  times?: number;
}

/** The answers that replace those generated for a seller's discovery. */
export interface Discovery {
  participations?: string;
  report?: string;
  orders?: string;
  /** Answers that the sandbox gives before the generated ones. */
  first?: readonly PickedAnswer[];
}

/**
 * Returns the answers for a discovery in the order of its requests. There are more of each than a discovery without
 * failures needs.
 */
export function answersTo(seller: Seller, { participations, report, orders, first = [] }: Discovery): PickedAnswer[] {
  const reports =
    report === undefined ? marketplacesOfSeller(seller).map((code) => generatedNames.report(seller, code)) : [report];
  const rounds = Array.from({ length: report === undefined ? ATTEMPTS : ATTEMPTS * 20 }, () => reports).flat();
  const times = ATTEMPTS;
  return [
    ...first,
    {
      name: participations ?? generatedNames.participations(seller),
      operationId: 'getMarketplaceParticipations',
      times,
    },
    { name: generatedNames.listings(seller), operationId: 'searchListingsItems' },
    { name: orders ?? generatedNames.orders(seller), operationId: 'searchOrders', times },
    ...Array.from({ length: 2 * ATTEMPTS }, () => ({ name: generatedNames.noOrders, operationId: ordersReport })),
    ...rounds.map((name) => ({ name, operationId: listingsReport })),
  ];
}
