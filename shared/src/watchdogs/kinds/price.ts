import * as z from 'zod/mini';
import { moneyIn } from '../../base/money.ts';
import { defineWatchdog } from '../define.ts';
import { foldOffers } from '../fold-offers.ts';

/** How long a change counts as recent; afterwards the price is ok as it is. */
const WINDOW_DAYS = 7;
/** A drop of this share or more is an alert, a smaller one a warning. */
const ALERT_PERCENT = 10;

/** The price accepted at the last flip, and the one it came from; `null` there while nothing has changed yet. */
const memory = z.object({
  cents: z.int(),
  currency: z.string(),
  sinceAt: z.iso.datetime(),
  formerCents: z.nullable(z.int()),
});
type Accepted = z.output<typeof memory>;

export default defineWatchdog({
  type: 'price',
  title: 'Price Change Alert',
  headline: 'Price changed',
  about: `Watches the price of your own offer. Alerts when it falls by ${ALERT_PERCENT} % or more, warns when it falls by less, and tells you when it rises. A change is news for ${WINDOW_DAYS} days.`,
  family: 'Offers',
  icon: 'tag',
  everyMinutes: 15,
  reads: ['offers'],
  colours: ['RED', 'AMBER', 'GREEN'],
  mailByDefault: [],
  costs: { alert: { low: 0.1, high: 0.3 }, warning: { low: 0.02, high: 0.1 } },
  nextSteps: [
    'Was it you or your repricer? Then mark it as done',
    'Otherwise set the price again, and give it a lower limit',
    'Look for a coupon or a promotion that adds to it',
  ],
  action: { label: 'Check the price', place: 'manageListing' },
  settings: z.object({}),
  panel: {},
  memory,
  judge({ now, memory: before, item, at, product }) {
    const price = foldOffers(now.offers, product.sellerKeys)?.ownPrice;
    if (!price) return null;
    const settled = {
      text: (item?.status ?? 0) > 0 ? `Your price is now ${moneyIn(product.marketplace, price)}` : null,
    };
    if (!before || before.currency !== price.currency) {
      const baseline = { ...price, sinceAt: at.toISOString(), formerCents: null };
      return { verdict: 'ok', ...settled, about: null, memory: baseline };
    }
    const accepted = price.cents === before.cents ? before : accept(before, price.cents, at);
    const endsAt = windowEnd(accepted);
    const isRecent = at < endsAt;
    const isRise = accepted !== before && price.cents > before.cents;
    const verdict = isRecent ? dropVerdict(accepted) : 'ok';
    return {
      verdict: isRise ? 'improved' : verdict,
      ...(verdict !== 'ok' || isRise ? describe(accepted, product.marketplace) : settled),
      about: accepted.formerCents === null ? null : `${accepted.cents} ${accepted.currency}`,
      memory: accepted,
      againAt: verdict === 'ok' ? null : endsAt,
    };
  },
});

function windowEnd(accepted: Accepted): Date {
  return new Date(Date.parse(accepted.sinceAt) + WINDOW_DAYS * 86_400_000);
}

/** Several drops within the window count as one, from where the first began; a rise that is taken back counts as none. */
function accept(before: Accepted, cents: number, at: Date): Accepted {
  const isOpen = before.formerCents !== null && at < windowEnd(before);
  const accepted = { ...before, cents, sinceAt: at.toISOString(), formerCents: before.cents };
  if (!isOpen || before.formerCents === null || cents > before.cents) return accepted;
  if (before.formerCents > before.cents) return { ...accepted, formerCents: before.formerCents };
  return before.formerCents === cents ? { ...accepted, formerCents: cents } : accepted;
}

function dropVerdict({ cents, formerCents }: Accepted): 'ok' | 'warning' | 'alert' {
  if (formerCents === null || cents >= formerCents) return 'ok';
  return (formerCents - cents) * 100 >= formerCents * ALERT_PERCENT ? 'alert' : 'warning';
}

function describe({ cents, formerCents, currency }: Accepted, marketplace: string) {
  const former = formerCents ?? cents;
  const from = moneyIn(marketplace, { cents: former, currency });
  const to = moneyIn(marketplace, { cents, currency });
  const percent = former === 0 ? '' : `, ${Math.max(1, Math.floor((Math.abs(cents - former) / former) * 100))} %`;
  return {
    text: `Your price ${cents < former ? 'fell' : 'rose'} from ${from} to ${to}${percent}`,
    from,
    to,
    evidence: [
      { label: 'Former price', value: from },
      { label: 'Your price', value: to },
    ],
  };
}
