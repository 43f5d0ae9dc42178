import { marketplacesOfSeller } from './cast.ts';
import type { Seller } from './cast.ts';
import { listingsReport, madeNames, ordersReport } from './made.ts';

/** A step that fails begins anew and asks again. */
const ATTEMPTS = 3;

/** What the sandbox answers next. */
export interface Picked {
  name: string;
  /** An operation, or for a document its report type. */
  operationId: string;
  headers?: Readonly<Record<string, string>>;
  /** For how many of the next requests. */
  times?: number;
}

/** What a discovery is answered with, where that is not what was made for the seller. */
export interface Discovery {
  participations?: string;
  report?: string;
  orders?: string;
  /** Answers that come before those. */
  first?: readonly Picked[];
}

/** More of each than one discovery asks for, in the order in which it asks. */
export function answersTo(seller: Seller, { participations, report, orders, first = [] }: Discovery): Picked[] {
  const reports =
    report === undefined ? marketplacesOfSeller(seller).map((code) => madeNames.report(seller, code)) : [report];
  const rounds = Array.from({ length: report === undefined ? ATTEMPTS : ATTEMPTS * 20 }, () => reports).flat();
  const times = ATTEMPTS;
  return [
    ...first,
    { name: participations ?? madeNames.participations(seller), operationId: 'getMarketplaceParticipations', times },
    { name: madeNames.listings(seller), operationId: 'searchListingsItems' },
    { name: orders ?? madeNames.orders(seller), operationId: 'searchOrders', times },
    ...Array.from({ length: 2 * ATTEMPTS }, () => ({ name: madeNames.noOrders, operationId: ordersReport })),
    ...rounds.map((name) => ({ name, operationId: listingsReport })),
  ];
}
