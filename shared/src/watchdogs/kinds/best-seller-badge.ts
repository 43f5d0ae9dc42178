import * as z from 'zod/mini';
import { defineWatchdog } from '../model/define.ts';
import { awaitsCheck, sensitivityField, sensitivitySetting, settle, settledMemory } from '../model/sensitivity.ts';

/** The categories in which the product is number one now, and names by id of those in which it ever was number one. */
const memory = z.object({ first: settledMemory, had: z.record(z.string(), z.string()) });

export default defineWatchdog({
  type: 'bestSellerBadge',
  title: 'Best Seller Badge',
  headline: 'Best seller badge lost',
  about:
    'Watches in which categories your product is the best seller: the marketplace gives the badge to rank 1. Alerts when it loses a first place it had, and tells you when it wins one.',
  family: 'Reviews and badges',
  icon: 'trophy',
  everyMinutes: 30,
  reads: ['rank'],
  colours: ['RED', 'GREEN'],
  costs: { alert: { low: 0.05, high: 0.2 } },
  nextSteps: ['See who is first now, and at what price', 'A coupon or a day of advertising may bring it back'],
  action: { label: 'See the page', place: 'productPage' },
  causedBy: { kinds: ['salesDrop', 'productCategoryRecentChange'], withinHours: 72 },
  settings: z.object({ sensitivity: sensitivitySetting }),
  panel: { sensitivity: sensitivityField },
  memory,
  judge({ now, settings, memory: before, item, seenAt }) {
    const { firstIn } = now.rank;
    if (!firstIn) return null;
    const seen = Object.fromEntries(firstIn.map(({ id, name }) => [id, name]));
    const first = settle(before?.first ?? null, { seen, seenAt, sensitivity: settings.sensitivity });
    const had = { ...before?.had, ...first.values };
    const lost = idsOf(had).filter((id) => !Object.hasOwn(first.values, id));
    const won = before ? idsOf(first.values).filter((id) => !Object.hasOwn(before.first.values, id)) : [];
    const kept = { memory: { first, had }, awaitsCheck: awaitsCheck(first) };
    const about = (lost.length > 0 ? lost : idsOf(first.values)).join(', ') || null;
    if (lost.length > 0) {
      const isFewer = lost.every((id) => !Object.hasOwn(before?.first.values ?? {}, id));
      return { verdict: 'alert', ...describeLost({ lost, had, first: first.values }), about, isFewer, ...kept };
    }
    if (won.length > 0) return { verdict: 'improved', ...describeWon(won, first.values), about, ...kept };
    return { verdict: 'ok', text: (item?.status ?? 0) > 0 ? 'No first place is missing' : null, about, ...kept };
  },
});

type Names = Readonly<Record<string, string>>;

const idsOf = (names: Names): string[] => Object.keys(names).toSorted();

const listed = (ids: readonly string[], names: Names): string => ids.map((id) => names[id] ?? id).join(', ');

interface Loss {
  readonly lost: readonly string[];
  readonly had: Names;
  readonly first: Names;
}

function describeLost({ lost, had, first }: Loss) {
  return {
    text: `No longer the best seller in ${listed(lost, had)}`,
    from: `First in ${listed(lost, had)}`,
    to: 'Not first',
    evidence: [
      { label: 'Lost', value: listed(lost, had) },
      { label: 'Still first in', value: listed(idsOf(first), first) || 'no category' },
    ],
  };
}

const describeWon = (won: readonly string[], first: Names) => ({
  text: `Best seller in ${listed(won, first)}`,
  from: 'Not first',
  to: `First in ${listed(won, first)}`,
});
