import type { Context } from '../../context.ts';
import type { FigureGroup } from '../../http/health.ts';
import { countRefusedRequests } from './collecting/due-invoice-queries.ts';
import { countMismatches } from './provider-events/provider-state-queries.ts';

/** The figures of billing for operators. */
export const billingFigures = ({ db }: Pick<Context, 'db'>): FigureGroup => ({
  figures: [
    {
      name: 'billing_mismatches',
      help: 'Invoices that differed from those at the payment provider in the last comparison',
    },
    {
      name: 'billing_refused_requests',
      help: 'Invoices for which the payment provider refuses a request of ours',
    },
  ],
  read: async () => [
    { name: 'billing_mismatches', value: await countMismatches(db.global) },
    { name: 'billing_refused_requests', value: await countRefusedRequests(db.global) },
  ],
});
