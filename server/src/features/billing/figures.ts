import type { Context } from '../../context.ts';
import type { FigureGroup } from '../../http/health.ts';
import { countMismatches } from './provider-events/provider-state-queries.ts';

/** The figures of billing for operators. */
export const billingFigures = ({ db }: Pick<Context, 'db'>): FigureGroup => ({
  figures: [
    {
      name: 'billing_mismatches',
      help: 'Invoices that differed from those at the payment provider in the last comparison',
    },
  ],
  read: async () => [{ name: 'billing_mismatches', value: await countMismatches(db.global) }],
});
