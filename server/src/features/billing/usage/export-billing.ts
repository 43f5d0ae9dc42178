import { dollarsOfMills } from '@app/shared/domain/billing/rate-card.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { defuseFormula } from '../../../lib/spreadsheet/defuse.ts';
import { listInvoicesOf, type ListedInvoice } from '../invoices/invoice-queries.ts';
import { listAllCorrections } from '../invoices/correction-queries.ts';
import { listUsageDays } from './usage-queries.ts';

const columns = ['type', 'day', 'to', 'asins', 'regular_usd', 'discount_percent', 'charged_usd', 'text', 'status'];

/** Returns all closed days, corrections, invoices and their refunds of the tenant as csv (RFC 4180), the oldest first. */
export function exportBilling({ db }: Pick<Context, 'db'>, { tenantId }: Actor): Promise<string> {
  return db.snapshot(tenantId, async (tx) => {
    const days = await listUsageDays(tx, tenantId, { from: '2000-01-01', to: '9999-12-31' });
    const corrections = await listAllCorrections(tx, tenantId);
    const invoices = await listInvoicesOf(tx, tenantId);
    const rows = [
      columns,
      ...days.map((day) => [
        'day',
        day.day,
        day.day,
        day.asins,
        dollarsOfMills(day.regularMills),
        day.discountPercent,
        dollarsOfMills(day.mills),
        day.isTrial ? 'trial' : '',
        '',
      ]),
      ...corrections.map((row) => [
        row.kind,
        row.createdOn,
        row.createdOn,
        '',
        '',
        '',
        dollarsOfMills(row.mills),
        row.reason,
        '',
      ]),
      ...invoices.toReversed().flatMap(invoiceRows),
    ];
    return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
  });
}

/** Returns the row of an invoice, and one each of its tax and of what was given back with the tax. */
function invoiceRows({ from, to, totalCents, taxCents, refundedCents, number, state }: ListedInvoice) {
  const rowOf = (type: string, cents: number, status: string) => {
    const amount = (cents / 100).toFixed(2);
    return [type, from, to, '', '', '', amount, number, status];
  };
  return [
    rowOf('invoice', totalCents, state),
    ...(taxCents > 0 ? [rowOf('tax', taxCents, '')] : []),
    ...(refundedCents > 0 ? [rowOf('refund', -refundedCents, '')] : []),
  ];
}

const negativeAmount = /^-\d+\.\d+$/;

/** Returns a field of the csv. A negative amount begins like a formula, but is one of ours. */
function csvField(value: string | number): string {
  const isAmount = typeof value === 'number' || negativeAmount.test(value);
  const text = isAmount ? String(value) : defuseFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
