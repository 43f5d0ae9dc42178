import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { billingArbitraries } from '@app/shared/testing/billing/arbitrary-billing.ts';
import { invoiceAmounts, leastInvoiceCents, type InvoicePart } from './invoice.ts';

const { parts } = billingArbitraries;
const part = (mills: number): InvoicePart => ({ description: 'Part', mills });

const carried = fc.integer({ min: -9000, max: 9000 });

test('the lines of an invoice add up to its total, and each is rounded by less than one cent', () => {
  fc.assert(
    fc.property(parts, carried, (all, before) => {
      const { lines, totalCents } = invoiceAmounts(all, before).amounts ?? { lines: [], totalCents: 0 };

      expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(totalCents);
      for (const { cents, mills } of lines) expect(Math.abs(cents * 10 - mills)).toBeLessThan(10);
    }),
    { numRuns: 2000 },
  );
});

test('an invoice takes all whole cents from 50 on, and less is carried over', () => {
  fc.assert(
    fc.property(parts, carried, (all, before) => {
      const { amounts, carryMills } = invoiceAmounts(all, before);
      const mills = all.reduce((sum, one) => sum + one.mills, before);
      const isEnough = mills >= leastInvoiceCents * 10;

      expect(amounts?.totalCents ?? 0).toBe(isEnough ? Math.floor(mills / 10) : 0);
      expect(carryMills).toBe(isEnough ? mills % 10 : mills);
    }),
    { numRuns: 2000 },
  );
});

test('over a chain of invoices no mill is lost or charged twice', () => {
  fc.assert(
    fc.property(fc.array(parts, { minLength: 1, maxLength: 12 }), (chain) => {
      let [carry, invoicedCents, mills] = [0, 0, 0];
      for (const one of chain) {
        const { amounts, carryMills } = invoiceAmounts(one, carry);
        carry = carryMills;
        invoicedCents += amounts?.totalCents ?? 0;
        mills += one.reduce((sum, line) => sum + line.mills, 0);
      }
      expect(invoicedCents * 10 + carry).toBe(mills);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  [499, null, 499],
  [500, 50, 0],
  [509, 50, 9],
  [0, null, 0],
  [-1, null, -1],
  [9990, 999, 0],
])('%i mills are invoiced as %s cents and carry %i', (mills, totalCents, carryMills) => {
  expect(invoiceAmounts([part(mills)], 0)).toMatchObject({ amounts: totalCents && { totalCents }, carryMills });
  expect(invoiceAmounts([], mills)).toMatchObject({ amounts: totalCents && { totalCents }, carryMills });
});

test('the carry is a line of its own, and empty parts are left out', () => {
  const { amounts } = invoiceAmounts([part(1000), part(0)], 7);

  expect(amounts?.lines).toEqual([
    { description: 'Part', mills: 1000, cents: 100 },
    { description: 'Carried over', mills: 7, cents: 0 },
  ]);
});

test('a credit is deducted from the next invoices until it is used up', () => {
  const first = invoiceAmounts([part(1000), part(-3000)], 0);
  const second = invoiceAmounts([part(3005)], first.carryMills);

  expect(first).toEqual({ amounts: null, carryMills: -2000 });
  expect(second).toMatchObject({ amounts: { totalCents: 100 }, carryMills: 5 });
});
