import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf } from '@app/shared/contract/auth.ts';
import { listInvoices } from '@app/shared/contract/billing.ts';
import { forgetCsrf } from '../../lib/http/csrf.ts';
import { invoicesQuery } from './billing-queries.ts';
import { shortDate } from './days.ts';

const [from, to] = [Date.UTC(2027, 2, 1), Date.UTC(2027, 2, 31)];
const links = { url: null, pdfUrl: null };
const refunds = { refundedAmount: 0, hasFailedRefund: false };
const invoice = { number: 'W-1', totalAmount: 999, status: 'paid', ...links, ...refunds };

/** Answers as the server does: with the midnights of the clock whose offset the call states. */
function answer(url: string): Response {
  if (url === csrf.path) return Response.json({ headerName: 'x-csrf-token', token: 't' });
  const stated = Number(new URL(url, 'https://watchpost.test').searchParams.get('timezoneOffsetMinutes'));
  const midnight = (at: number) => at / 1000 - stated * 60;
  return Response.json({ billingName: '', invoices: [{ ...invoice, from: midnight(from), to: midnight(to) }] });
}

beforeEach(() => {
  forgetCsrf();
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async (url: string) => answer(url));
});
afterEach(() => {
  forgetCsrf();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the invoices of a page that stays open while summer time begins have their dates by the present clock', async () => {
  const clock = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-60);
  const client = new QueryClient();
  const offsets: number[] = [];
  for (const minutesWest of [-60, -120]) {
    clock.mockReturnValue(minutesWest);
    const { invoices, timezoneOffsetMinutes } = await client.fetchQuery(invoicesQuery);
    offsets.push(timezoneOffsetMinutes);
    expect(invoices.map((one) => shortDate(one.from, timezoneOffsetMinutes))).toEqual(['1 Mar 2027']);
  }

  expect(offsets).toEqual([60, 120]);
  expect(invoicesQuery.queryKey).toEqual([listInvoices.path]);
});
