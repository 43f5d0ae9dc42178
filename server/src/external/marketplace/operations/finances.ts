import * as z from 'zod/mini';
import { findMarketplaceById } from '@app/shared/base/marketplaces.ts';
import { readMoney, type Money } from '@app/shared/base/money.ts';
import { malformedAnswer, maybe, parseAnswer, parseMembers, type Refusal } from '../answers/answer.ts';
import type { CallOptions, Caller } from '../calls/caller.ts';
import type { SellerAccess } from '../seller-access.ts';

/** A product that Amazon has shipped, with the fee per unit for it. */
export interface ChargedItem {
  readonly marketplace: string;
  readonly sku: string;
  readonly postedAt: Date;
  readonly fbaPerUnit: Money;
}

export interface TransactionsPage {
  readonly items: readonly ChargedItem[];
  readonly refusals: readonly Refusal[];
  readonly nextToken: string | null;
}

const amount = z.object({ currencyAmount: maybe(z.number()), currencyCode: maybe(z.string()) });
/** A node in a tree of charges, whose parts have type names of their own. */
const breakdown = z.object({
  breakdownType: maybe(z.string()),
  breakdownAmount: maybe(amount),
  get breakdowns() {
    return maybe(z.array(breakdown));
  },
});
type Breakdown = z.output<typeof breakdown>;

const item = z.object({
  contexts: maybe(z.array(z.object({ sku: maybe(z.string()), quantityShipped: maybe(z.int()) }))),
  breakdowns: maybe(z.array(breakdown)),
});
const transaction = z.object({
  transactionType: maybe(z.string()),
  postedDate: maybe(z.string()),
  marketplaceDetails: maybe(z.object({ marketplaceId: maybe(z.string()) })),
  sellingPartnerMetadata: maybe(z.object({ marketplaceId: maybe(z.string()) })),
  items: maybe(z.array(item)),
});
const answer = z.object({
  payload: z.object({ transactions: maybe(z.array(z.unknown())), nextToken: maybe(z.string()) }),
});

export interface TransactionsQuestion extends CallOptions {
  readonly postedAfter: Date;
  readonly nextToken: string | null;
}

/**
 * Lists the settled transactions of all marketplaces. Orders may appear up to 48 hours late, and pages may be empty.
 */
export async function listTransactions(
  caller: Pick<Caller, 'ofSeller'>,
  access: SellerAccess,
  { postedAfter, nextToken, ...options }: TransactionsQuestion,
): Promise<TransactionsPage> {
  const operation = 'listTransactions';
  const body = await caller.ofSeller(access, {
    ...options,
    operation,
    path: '/finances/2024-06-19/transactions',
    query: { postedAfter: postedAfter.toISOString(), ...(nextToken !== null && { nextToken }) },
  });
  const { payload } = parseAnswer(operation, answer, body);
  const following = payload.nextToken || null;
  // Amazon's model makes both fields optional. A page may be empty, but then it has an empty list or a next page.
  if (payload.transactions === null && following === null) {
    throw malformedAnswer(operation, 'neither transactions nor a next page');
  }
  const { members, refusals } = parseMembers(transaction, payload.transactions ?? []);
  return { items: members.flatMap(chargedItems), refusals, nextToken: following };
}

function chargedItems(told: z.output<typeof transaction>): ChargedItem[] {
  const id = told.marketplaceDetails?.marketplaceId ?? told.sellingPartnerMetadata?.marketplaceId ?? '';
  const known = findMarketplaceById(id);
  const postedAt = new Date(told.postedDate ?? '');
  if (told.transactionType !== 'Shipment' || !known || Number.isNaN(postedAt.getTime())) return [];
  return (told.items ?? []).flatMap(({ contexts, breakdowns }) => {
    const context = contexts?.find(({ sku }) => sku !== null);
    const units = context?.quantityShipped ?? 0;
    const fba = fbaFee(breakdowns ?? []);
    if (!context?.sku || units <= 0 || !fba) return [];
    const fbaPerUnit = { cents: Math.round(fba.cents / units), currency: fba.currency };
    return [{ marketplace: known.code, sku: context.sku, postedAt, fbaPerUnit }];
  });
}

/**
 * Fees for shipping a sold unit. Fees for storage, inbound transport and returns are charged separately and not per
 * unit sold.
 */
const fbaType = /^fba/i;
const notPerUnit = /storage|inbound|removal|disposal|return|placement/i;
const isFbaFee = ({ breakdownType: type }: Breakdown): boolean =>
  type !== null && fbaType.test(type) && !notPerUnit.test(type);

/** The sum of the topmost FBA fees in the tree, where fees are negative amounts. `null` without any. */
function fbaFee(breakdowns: readonly Breakdown[]): Money | null {
  const fees = breakdowns.flatMap(fbaFeesOf);
  const [first] = fees;
  return first ? { cents: fees.reduce((sum, { cents }) => sum + cents, 0), currency: first.currency } : null;
}

function fbaFeesOf(node: Breakdown): Money[] {
  if (!isFbaFee(node)) return (node.breakdowns ?? []).flatMap(fbaFeesOf);
  const { currencyAmount = null, currencyCode = null } = node.breakdownAmount ?? {};
  const told = readMoney(currencyAmount, currencyCode);
  return told ? [{ ...told, cents: -told.cents }] : [];
}
