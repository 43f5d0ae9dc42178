import type { Edit } from '../plant-edits.ts';

/** A mistake that is planted in the source of the product on purpose. */
interface Mistake {
  readonly title: string;
  readonly edits: readonly Edit[];
}

const kinds = 'shared/src/watchdogs/kinds/';
const kindParts = 'shared/src/watchdogs/kind-parts/';
const judging = 'server/src/features/judging/';
const observing = 'server/src/features/observing/';
const composing = 'server/src/features/delivering/composing/';

const mistake = (title: string, file: string, [find, replace]: readonly [string, string]): Mistake => ({
  title,
  edits: [{ file, find, replace }],
});

export const mistakes: readonly Mistake[] = [
  mistake('a fall of the price by a fifth is only a warning', `${kinds}price.ts`, [
    '>= change.from * ALERT_PERCENT;',
    '>= change.from * ALERT_PERCENT * 2.5;',
  ]),
  mistake('a change is news for five days', `${kindParts}news-window.ts`, ['WINDOW_DAYS = 7;', 'WINDOW_DAYS = 5;']),
  mistake('several falls of the price do not add up', `${kinds}price.ts`, [
    'isDrop(before) || isTakenBack ?',
    'isTakenBack ?',
  ]),
  mistake('a buy box that nobody has counts as lost', `${kinds}lost-buybox.ts`, [
    "if (buyBox.holder !== 'other') {",
    "if (buyBox.holder === 'notOffered') {",
  ]),
  mistake('the sellers of the first check are new', `${kinds}number-of-sellers.ts`, [
    'known: offers.others.map(({ sellerId }) => sellerId),',
    'known: [],',
  ]),
  mistake('a second new seller is no news', `${kinds}number-of-sellers.ts`, [
    'const isFewer = next.newcomers.every((sellerId) => before.newcomers.includes(sellerId));',
    'const isFewer = true;',
  ]),
  mistake('a missing main image is no alert if there are others', `${kinds}image-missing.ts`, [
    'if (main !== undefined) {',
    'if (main !== undefined || images.length > 0) {',
  ]),
  mistake('Prime that was lost is no alert', `${kinds}prime.ts`, [
    'if (hasPrime || !hadPrime) {',
    'if (hasPrime || hadPrime) {',
  ]),
  mistake('a sold-out listing that is hidden from search is suspended', `${kinds}listing-suspended.ts`, [
    "if (messages(listing, [HIDDEN]).length > 0) return 'active';",
    '',
  ]),
  mistake('a listing that is off sale is hidden from search', `${kinds}search-ban.ts`, [
    'if (reasons[0] !== undefined && (isBuyable || status === null))',
    'if (reasons[0] !== undefined)',
  ]),
  mistake('a sold-out product is no alert without thresholds', `${kinds}inventory.ts`, [
    "if (stock.fulfillable === 0) return { verdict: 'alert'",
    "if (stock.fulfillable < 0) return { verdict: 'alert'",
  ]),
  mistake('own stock of none is enough', `${kinds}fbm-inventory.ts`, [
    'if (quantity > (own.alertThreshold ?? 0))',
    'if (quantity >= (own.alertThreshold ?? 0))',
  ]),
  mistake('the return of the button is no improvement', `${kinds}no-add-to-cart.ts`, [
    "return { verdict: wasMissing ? 'improved' : 'ok', ...news",
    "return { verdict: 'ok', ...news",
  ]),
  mistake('an alert that has changed stays done', `${judging}judge/change.ts`, [
    '(isFlip && !isEased) || status === itemStatus.ok ?',
    'status === itemStatus.ok ?',
  ]),
  mistake('one seller fewer is an alert', `${judging}judge/change.ts`, [
    'const isTold = status !== oldStatus || !judgement.isFewer;',
    'const isTold = true;',
  ]),
  mistake('mutes never end', `${judging}due.ts`, [
    'if (itemIds.length === 0) return;',
    'if (itemIds.length >= 0) return;',
  ]),
  mistake('muted items are told', 'shared/src/watchdogs/model/recipients.ts', [
    'occasion.isMuted || occasion.isSuppressed',
    'occasion.isSuppressed',
  ]),
  mistake('a day of muting lasts an hour', 'shared/src/domain/muting.ts', ['minutes * minuteMs', 'minutes * 2_500']),
  mistake('new addresses get mail about prices', 'shared/src/watchdogs/model/alert-settings.ts', [
    'watchdog.mailByDefault ?? watchdog.colours',
    'watchdog.colours',
  ]),
  mistake('a colour is mailed as long as another one is on', 'shared/src/watchdogs/model/alert-settings.ts', [
    '&& colours.includes(colour);',
    '&& colours.length > 0;',
  ]),
  mistake('quiet hours over midnight are not kept', 'shared/src/domain/clock/digest-clock.ts', [
    ': hour >= from || hour < to;',
    ': hour >= from && hour < to;',
  ]),
  mistake('alerts are collected for a tenth of the time', `${composing}alert/mail/mail-times.ts`, [
    'collectMinutes * minuteMs',
    'collectMinutes * 6_000',
  ]),
  mistake('the digest comes an hour late', 'shared/src/domain/clock/digest-clock.ts', [
    'nextAt: instantOf(clock, addDays(settled, 1), clock.hour),',
    'nextAt: instantOf(clock, addDays(settled, 1), clock.hour + 1),',
  ]),
  mistake('zones have no summer time', 'shared/src/domain/clock/local-clock.ts', [
    'if (zone) return offsetIn(zone, atMs);',
    'if (zone) return offsetIn(zone, 0);',
  ]),
  mistake('a changed digest hour is not heeded', `${composing}digest/digest-queries.ts`, [
    'or e.digest_clock is distinct from e.digest_reckoned_by',
    '',
  ]),
  mistake('a mail that was refused once is given up', 'server/src/features/delivering/outbox/send-message.ts', [
    "const isLast = isTest || conclusion.next === 'give up' ||",
    'const isLast = true ||',
  ]),
  mistake('improvements are left out of mails', `${composing}alert/mail/current-news.ts`, [
    'return isLast(line) && !isBad(line) ?',
    'return !isLast(line) && !isBad(line) ?',
  ]),
  mistake('a mail that was sent is sent again an hour later', 'server/src/features/delivering/outbox/send-message.ts', [
    "  if (tried.outcome !== 'sent') {\n",
    "  if (tried.outcome === 'sent') {\n" +
      '    const now = ctx.clock.now();\n' +
      "    const again = { state: 'waiting', now, error: null, dueAt: new Date(now.getTime() + hourMs), isAttempt: true } as const;\n" +
      '    await ctx.db.tenant(message.tenantId, (tx) => write(tx, message, again));\n' +
      "  } else if (tried.outcome !== 'sent') {\n",
  ]),
  {
    title: 'facts are committed before their verdicts',
    edits: [
      {
        file: `${judging}ingest.ts`,
        find: '  return ctx.db.tenant(tenantId, async (tx) => {\n    const now = ctx.clock.now();\n',
        replace:
          '  const early = news.length === 0 ? [] : await ctx.db.tenant(tenantId, (tx) => writeNews(tx, tenantId, { news, now: ctx.clock.now() }));\n' +
          '  return ctx.db.tenant(tenantId, async (tx) => {\n    const now = ctx.clock.now();\n',
      },
      {
        file: `${judging}ingest.ts`,
        find: 'const changed = written.length === 0 ? [] : await writeNews(tx, tenantId, { news: written, now });',
        replace: 'const changed = early;',
      },
    ],
  },
  {
    title: 'facts count as known before they are committed',
    edits: [
      {
        file: `${observing}recording/record.ts`,
        find: 'known.note(tenantId, followed.version, same);',
        replace: 'known.note(tenantId, followed.version, [...same, ...news]);',
      },
      {
        file: `${observing}recording/record.ts`,
        find: 'for (const { productId } of news) known.forget(productId);',
        replace: '',
      },
    ],
  },
  mistake('a failed check is repeated after a month', `${observing}sweeping/due/pace.ts`, [
    'const backoff = { firstMs: 5_000, longestMs: 30 * minuteMs };',
    'const backoff = { firstMs: 43_200 * minuteMs, longestMs: 43_200 * minuteMs };',
  ]),
  mistake('announced offers are not recorded', `${observing}push/types/any-offer-changed.ts`, [
    "return { outcome: 'observed', source, observations: [observation] };",
    "return { outcome: 'observed', source, observations: observation ? [] : [] };",
  ]),
  mistake('items that are ok can be marked as done', 'server/src/features/triage/triage.ts', [
    'const items = present.filter(canChangeIssueStatus);',
    'const items = present;',
  ]),
];
