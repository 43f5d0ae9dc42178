import type { Edit } from '../plant-edits.ts';

/** The check that must find a mistake. */
export type Prover = 'pure' | 'database' | 'collecting' | 'events';

/** A mistake that is planted in the source of the product on purpose. */
export interface Mistake {
  readonly title: string;
  readonly prover: Prover;
  readonly edits: readonly Edit[];
}

const domain = 'shared/src/domain/billing/';
const billing = 'server/src/features/billing/';

const pure = (title: string, file: string, [find, replace]: readonly [string, string]): Mistake => ({
  title,
  prover: 'pure',
  edits: [{ file: domain + file, find, replace }],
});

const inServer = (
  prover: Prover,
  title: string,
  { file, change: [find, replace] }: { readonly file: string; readonly change: readonly [string, string] },
): Mistake => ({ title, prover, edits: [{ file: billing + file, find, replace }] });

export const mistakes: readonly Mistake[] = [
  pure('the mills of an invoice below one cent are lost', 'invoice.ts', [
    'const carryMills = mills - totalCents * millsPerCent;',
    'const carryMills = 0;',
  ]),
  inServer('collecting', 'a late set-up event makes another attempt due', {
    file: 'methods/save-method.ts',
    change: ['if (isUsable && isNew) await', 'if (isUsable) await'],
  }),
  {
    title: 'an invoice is charged a second time after a death',
    prover: 'collecting',
    edits: [
      {
        file: `${billing}collecting/former-customers.ts`,
        find: 'const linked = providerInvoiceId === null ? null : await invoices.read(providerInvoiceId);',
        replace: 'return { known: null, replaced: null };\n  const linked = null as ProviderInvoice | null;',
      },
      {
        file: `${billing}collecting/collect.ts`,
        find: '`${attempts}.${putOffs}`',
        replace: '`${attempts}.${putOffs}.${crypto.randomUUID()}`',
      },
      { file: 'server/src/external/stripe/provider-invoices.ts', find: '              number,\n', replace: '' },
    ],
  },
  inServer('database', 'a half day is 11:59', {
    file: 'usage/usage-queries.ts',
    change: ['const leastSeconds = 43_200;', 'const leastSeconds = 43_140;'],
  }),
  pure('the carry is charged twice', 'invoice.ts', [
    'const all = [...parts, ...carried]',
    'const all = [...parts, ...carried, ...carried]',
  ]),
  pure('less than 50 cents are charged', 'invoice.ts', ['leastInvoiceCents = 50', 'leastInvoiceCents = 1']),
  pure('the lines do not add up to the total', 'invoice.ts', ['if (missing <= 0) break;', 'if (missing <= 1) break;']),
  pure('discounts stack', 'discount.ts', ['Math.max(highest, percent)', 'Math.min(100, highest + percent)']),
  pure('a discount is rounded in our favour', 'discount.ts', [
    'Math.floor((mills * (100 - percent)) / 100)',
    'Math.ceil((mills * (100 - percent)) / 100)',
  ]),
  pure('a discount ends a day early', 'discount.ts', ['day <= to)', 'day < to)']),
  pure('a tier ends an ASIN late', 'rate-card.ts', [
    'Math.min(asins, upTo ?? Infinity) - before',
    'Math.min(asins, (upTo ?? Infinity) + 1) - before',
  ]),
  pure('the base includes an ASIN less', 'rate-card.ts', ['let before = baseAsins;', 'let before = baseAsins - 1;']),
  pure('a period has 31 days', 'period.ts', ['daysOfPeriod = 30;', 'daysOfPeriod = 31;']),
  pure('the rest of a package fee is lost', 'day-charge.ts', [
    'return share(feeMills, place + 1) - share(feeMills, place);',
    'return Math.floor(feeMills / daysOfPeriod);',
  ]),
  inServer('pure', 'days of the trial are charged', {
    file: 'usage/price-of-day.ts',
    change: ['isFree: isTrial || facts.isExempt', 'isFree: facts.isExempt'],
  }),
  inServer('pure', 'new prices apply before their day', {
    file: 'usage/rate-card-queries.ts',
    change: ['version.rateCardId === rateCardId && version.validFrom <= day', 'version.rateCardId === rateCardId'],
  }),
  inServer('pure', 'credits are left out of the invoice', {
    file: 'invoices/next-bill.ts',
    change: [
      '...corrections.map(({ reason, mills }) => ({ description: reason, mills }))',
      '...corrections.slice(0, 0).map(({ reason, mills }) => ({ description: reason, mills }))',
    ],
  }),
  inServer('database', 'an ASIN of two seller accounts counts twice', {
    file: 'usage/usage-queries.ts',
    change: ['group by k.marketplace, k.asin`', 'group by k.marketplace, k.asin, k.tracked_from`'],
  }),
  inServer('database', 'ASINs of deleted seller accounts are forgotten', {
    file: 'usage/usage-queries.ts',
    change: ['where e.tenant_id = served.tenant_id', 'where false and e.tenant_id = served.tenant_id'],
  }),
  inServer('database', 'days without service are charged', {
    file: 'usage/usage-queries.ts',
    change: ['range_agg(tstzrange(s.served_from, s.served_to) * c.span)', 'range_agg(c.span)'],
  }),
  {
    title: 'two workers make two invoices of one period',
    prover: 'database',
    edits: [
      {
        file: `${billing}invoices/invoice-queries.ts`,
        find: 'and g.was_period_from = s.period_from\n         and g.was_billed_through = s.billed_through\n         and g.was_carry_mills = s.carry_mills',
        replace: '',
      },
    ],
  },
  inServer('database', 'a correction is billed again and again', {
    file: 'invoices/invoice-queries.ts',
    change: ['set billed_at = ${at}', 'set billed_at = case when ${at}::timestamptz is null then now() end'],
  }),
  inServer('database', 'a closed day is changed', {
    file: 'invoices/correction-queries.ts',
    change: [
      'insert into corrections (tenant_id, kind, day, mills, reason, created_at)',
      'with changed as (update usage_days set mills = mills + ${mills}::bigint where tenant_id = ${tenantId} and day = ${day}::date) insert into corrections (tenant_id, kind, day, mills, reason, created_at)',
    ],
  }),
  inServer('database', 'a closed day is corrected at each check', {
    file: 'usage/check-days.ts',
    change: ['- day.mills - day.correctedMills', '- day.mills'],
  }),
  inServer('database', 'unbilled days are dropped when the service comes back', {
    file: 'standing/subscription-queries.ts',
    change: ['and u.mills > 0)', 'and u.mills > 1000000000)'],
  }),
  inServer('collecting', 'a failed attempt counts twice', {
    file: 'collecting/settle.ts',
    change: [
      'Math.max(invoice.failedAttempts, Math.min(invoice.failedAttempts + 1, scheduled))',
      'invoice.failedAttempts + 2',
    ],
  }),
  inServer('events', 'a refund is forgotten when a late event comes', {
    file: 'provider-events/read-charge.ts',
    change: ['hasSucceeded && (await noteRefund', '(await noteRefund'],
  }),
  inServer('events', 'a transfer is counted by each of its events', {
    file: 'collecting/settle.ts',
    change: [
      '? markProcessing(current, now, invoice.transfers)',
      '? markProcessing(current, now, invoice.transfers + 1)',
    ],
  }),
];
