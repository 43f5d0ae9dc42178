import * as fc from 'fast-check';
import type { Discount } from '../../src/domain/billing/discount.ts';
import type { RateCard } from '../../src/domain/billing/rate-card.ts';

const days = ['2026-01-01', '2026-01-15', '2026-01-30', '2026-01-31', '2026-02-28', '2026-03-01', '2026-12-31'];

const day = fc.constantFrom(...days);

/** Price lists with few and narrow tiers, so that tests often meet the edge of a tier. */
const card: fc.Arbitrary<RateCard> = fc
  .record({
    baseMills: fc.nat({ max: 1000 }),
    baseAsins: fc.nat({ max: 30 }),
    widths: fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 40 })), { maxLength: 5 }),
    lastMills: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ baseMills, baseAsins, widths, lastMills }) => {
    let end = baseAsins;
    const tiers = widths.map(([width, mills]) => {
      end += width;
      return { upTo: end, mills };
    });
    return { baseMills, baseAsins, tiers: [...tiers, { upTo: null, mills: lastMills }] };
  });

const discount: fc.Arbitrary<Discount> = fc.record({
  percent: fc.integer({ min: 1, max: 100 }),
  from: day,
  to: fc.option(day),
});

export const billingArbitraries = {
  day,
  card,
  discount,
  /** The parts of an invoice: charges, and credits as negative amounts. */
  parts: fc.array(fc.record({ description: fc.constant('Part'), mills: fc.integer({ min: -50_000, max: 200_000 }) }), {
    maxLength: 8,
  }),
};
