import { usdText } from '@app/shared/base/money.ts';
import { addDays, dayOf } from '@app/shared/base/calendar-day.ts';
import { lineText } from '@app/shared/contract/shapes.ts';
import { stateOf } from '@app/shared/domain/billing/subscription.ts';
import { noteRefund } from '../features/billing/collecting/note-refund.ts';
import { insertCorrection } from '../features/billing/invoices/correction-queries.ts';
import { getSubscription } from '../features/billing/standing/subscription-queries.ts';
import type { Payments } from '../external/stripe/payments.ts';
import type { PaidCharge } from '../external/stripe/provider-invoices.ts';
import { ExternalError } from '../external/marketplace/external-error.ts';
import { isStorableText } from '../http/storable-text.ts';
import { listInvoiceLines, setExempt, type InvoiceLine } from './billing-queries.ts';
import { InvalidCommand, parseUsd, type AdminCommand, type AdminContext } from './command.ts';
import { findTenant, namedIn } from './find-tenants.ts';
import { recordForTenant } from './record-act.ts';

export const listInvoices: AdminCommand = {
  name: 'invoices',
  words: 'TENANT',
  mostWords: 1,
  help: 'Lists the invoices of a tenant, the newest first',
  options: {},
  async run(ctx, given) {
    const tenantId = await findTenant(ctx, given);
    const invoices = await ctx.db.tenant(tenantId, (tx) => listInvoiceLines(tx, tenantId, null));
    for (const invoice of invoices) ctx.print(lineOf(invoice));
    if (invoices.length === 0) ctx.print('There is no invoice.');
  },
};

function lineOf(invoice: InvoiceLine): string {
  const { number, from, to, totalCents, taxCents, refundedCents, state } = invoice;
  const { failedAttempts, attemptAt, lastError, requestError } = invoice;
  const parts = [
    `${number}  ${from} to ${to}  ${usdText(totalCents)}${taxCents > 0 ? ` and ${usdText(taxCents)} tax` : ''}  ${state}`,
    ...(refundedCents > 0 ? [`${usdText(refundedCents)} refunded`] : []),
    ...(state === 'paid' && lastError !== null ? [`a refund failed: ${lastError}`] : []),
    ...(failedAttempts > 0
      ? [`${failedAttempts} failed attempts${state === 'paid' ? '' : `: ${lastError ?? 'no reason'}`}`]
      : []),
    ...(requestError === null ? [] : [`the payment provider refuses our request: ${requestError}`]),
    ...(attemptAt ? [`next attempt ${attemptAt.toISOString().slice(0, 16)}`] : []),
  ];
  return parts.join(', ');
}

export const exempt: AdminCommand = {
  name: 'exempt',
  words: 'TENANT on|off',
  mostWords: 2,
  help: 'Lets a tenant use everything without paying; off: days cost again from today on',
  options: {},
  async run(ctx, given) {
    const tenantId = await findTenant(ctx, given);
    const isExempt = onOrOff(given.words[1]);
    const now = ctx.clock.now();
    const state = await ctx.db.tenant(tenantId, async (tx) => {
      const { closedThrough, isExempt: was } = await getSubscription(tx, tenantId);
      // Whether an account is exempt is decided when a day is closed, so days that are not closed yet would be charged.
      if (was && !isExempt && closedThrough < addDays(dayOf(now), -1)) {
        const message = `Exempt days after ${closedThrough} are not closed yet and would be charged. Try again after 03:00 UTC.`;
        throw new InvalidCommand(message);
      }
      await setExempt(tx, tenantId, { isExempt, at: now });
      const action = isExempt ? 'exempted from payment' : 'exemption from payment ended';
      await recordForTenant(ctx, tx, { tenantId, named: namedIn(given), action, subject: 'subscription' });
      return stateOf(await getSubscription(tx, tenantId), now);
    });
    ctx.print(`The tenant is ${isExempt ? 'exempt' : 'not exempt'}. State of the subscription: ${state}.`);
    const open = await ctx.db.tenant(tenantId, (tx) => listInvoiceLines(tx, tenantId, null));
    const collected = open.filter((invoice) => invoice.attemptAt !== null);
    if (isExempt && collected.length > 0)
      ctx.print(`Earlier invoices are still collected: ${collected.map(({ number }) => number).join(', ')}.`);
  },
};

function onOrOff(word: string | undefined): boolean {
  if (word === 'on' || word === 'off') return word === 'on';
  throw new InvalidCommand('Say on or off after the tenant.');
}

const longestReason = 200;

export const giveCredit: AdminCommand = {
  name: 'credit',
  words: 'TENANT USD "REASON"',
  help: 'Deducts an amount from the next invoices of a tenant; the reason stands on the invoice',
  options: {},
  async run(ctx, given) {
    const tenantId = await findTenant(ctx, given);
    const [, amount = '', ...rest] = given.words;
    const cents = centsOf(amount);
    const reason = reasonOf(rest.join(' '));
    const createdAt = ctx.clock.now();
    await ctx.db.tenant(tenantId, async (tx) => {
      await insertCorrection(tx, { tenantId, kind: 'credit', day: null, mills: -cents * 10, reason, createdAt });
      const act = { action: `credited ${usdText(cents)}`, subject: reason };
      await recordForTenant(ctx, tx, { tenantId, named: namedIn(given), ...act });
    });
    ctx.print(`${usdText(cents)} are deducted from the next invoices.`);
  },
};

/** The reason is a line of the invoice. */
function reasonOf(text: string): string {
  const { data = '' } = lineText(longestReason).safeParse(text);
  if (data !== '' && isStorableText(data)) return data;
  throw new InvalidCommand(`Say why, in quotes, in at most ${longestReason} characters: it stands on the invoice.`);
}

function centsOf(text: string): number {
  const cents = parseUsd(text, 2);
  if (cents === null || cents === 0) throw new InvalidCommand(`“${text}” is no amount of USD such as 5.00.`);
  return cents;
}

export const refundInvoice: AdminCommand = {
  name: 'refund',
  words: 'TENANT INVOICE-NUMBER [USD]',
  mostWords: 3,
  help: 'Gives a paid invoice back to the payment method that has paid it: all that is left of it, or an amount',
  options: {},
  async run(ctx, given) {
    const { payments } = ctx;
    if (!payments) throw new InvalidCommand('No payment provider is configured: set STRIPE_SECRET_KEY.');
    const tenantId = await findTenant(ctx, given);
    const [, number = '', amount] = given.words;
    const wanted = amount === undefined ? null : centsOf(amount);
    const [invoice] = await ctx.db.tenant(tenantId, (tx) => listInvoiceLines(tx, tenantId, number));
    if (!invoice) throw new InvalidCommand(`There is no invoice “${number}”. npm start -- admin invoices lists them.`);
    const charge = await readCharge(payments, invoice);
    const left = charge.paidCents - charge.refundedCents;
    const cents = wanted ?? left;
    if (left === 0) throw new InvalidCommand(`${number} is refunded already.`);
    if (cents > left) throw new InvalidCommand(`At most ${usdText(left)} of ${number} can be refunded.`);
    await atProvider(() => payments.invoices.refund(charge, { cents, key: invoice.invoiceId }));
    const refundedCents = charge.refundedCents + cents;
    await storeRefund(ctx, { tenantId, named: namedIn(given), invoice, cents, refundedCents });
    ctx.print(
      `${usdText(cents)} of ${number} are on their way back, ${usdText(charge.paidCents - refundedCents)} are left of it.`,
    );
  },
};

async function readCharge(payments: Payments, { number, state, providerInvoiceId }: InvoiceLine): Promise<PaidCharge> {
  const isPaid = state === 'paid' && providerInvoiceId !== null;
  const charge = isPaid ? await atProvider(() => payments.invoices.findPaidCharge(providerInvoiceId)) : null;
  if (charge) return charge;
  throw new InvalidCommand(`${number} is ${state}: nothing was paid for it that could be refunded.`);
}

interface Refund {
  readonly tenantId: string;
  readonly named: string;
  readonly invoice: InvoiceLine;
  readonly cents: number;
  readonly refundedCents: number;
}

/**
 * Stores the refunded amount and records the act. The event by which the provider reports the refund stores the same
 * amount again.
 */
async function storeRefund(
  ctx: AdminContext,
  { tenantId, named, invoice, cents, refundedCents }: Refund,
): Promise<void> {
  const { invoiceId, number } = invoice;
  await ctx.db.tenant(tenantId, async (tx) => {
    await noteRefund(ctx, tx, { tenantId, invoiceId, refundedCents, failedRefund: null, isDisputed: false });
    await recordForTenant(ctx, tx, { tenantId, named, action: `refunded ${usdText(cents)}`, subject: number });
  });
}

async function atProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    throw new InvalidCommand(`The payment provider refuses or does not answer: ${error.message}`, { cause: error });
  }
}
