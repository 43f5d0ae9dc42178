import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getSettings } from '@app/shared/contract/accounts.ts';
import {
  dailyCostBreakdown,
  getBillingDetails,
  getBudget,
  listInvoices,
  paymentStatusCall,
  packageInfo,
} from '@app/shared/contract/billing.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { zoneOffsetMinutes } from '../../lib/browser/zone-offset.ts';
import { call, query } from '../../lib/http/call.ts';
import { identityQuery } from '../../lib/session/identity.ts';

export type BillingStatus = Reply<typeof paymentStatusCall>;
export type Costs = Reply<typeof dailyCostBreakdown>;

export const statusQuery = queryOptions({
  queryKey: [paymentStatusCall.path],
  queryFn: ({ signal }) =>
    call(paymentStatusCall, { query: { timezoneOffsetMinutes: zoneOffsetMinutes() } }, { signal }),
});

/**
 * The invoices, with the viewer's minutes ahead of UTC, by which the server has shifted their days. A page may stay open
 * while summer time begins, so that each answer has the offset with which it was requested.
 */
export const invoicesQuery = queryOptions({
  queryKey: [listInvoices.path],
  queryFn: async ({ signal }) => {
    const timezoneOffsetMinutes = zoneOffsetMinutes();
    const { invoices } = await call(listInvoices, { query: { timezoneOffsetMinutes } }, { signal });
    return { invoices, timezoneOffsetMinutes };
  },
});
export const costsQuery = query(dailyCostBreakdown, { query: {} });
export const detailsQuery = query(getBillingDetails);
export const budgetQuery = query(getBudget);
export const settingsQuery = query(getSettings);

/** Returns a function that refetches everything that a change of the subscription may affect. */
export function useBillingRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    const paths = new Set<string>([identityQuery.queryKey[0], packageInfo.path, getSettings.path]);
    await client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        typeof path === 'string' && (path.startsWith('/api/billing/') || paths.has(path)),
    });
  }, [client]);
}
