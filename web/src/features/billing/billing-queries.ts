import { getSettings } from '@app/shared/contract/accounts.ts';
import { dailyCostBreakdown, paymentStatusCall } from '@app/shared/contract/billing.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { zoneOffsetMinutes } from '../../lib/browser/zone-offset.ts';
import { query } from '../../lib/http/call.ts';

export type BillingStatus = Reply<typeof paymentStatusCall>;
export type Costs = Reply<typeof dailyCostBreakdown>;

export const statusQuery = query(paymentStatusCall, { query: { timezoneOffsetMinutes: zoneOffsetMinutes() } });
export const costsQuery = query(dailyCostBreakdown, { query: {} });
export const settingsQuery = query(getSettings);
