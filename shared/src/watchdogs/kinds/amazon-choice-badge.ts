import * as z from 'zod/mini';
import { defineWatchdog } from '../model/define.ts';
import { awaitsCheck, sensitivityField, sensitivitySetting, settle, settledMemory } from '../model/sensitivity.ts';

/** The search phrases for which the product has the badge now, and those for which it ever had the badge. */
const memory = z.object({ badge: settledMemory, had: z.array(z.string()) });

export default defineWatchdog({
  type: 'amazonChoiceBadge',
  title: 'Choice Badge',
  headline: 'Choice badge lost',
  about:
    'Watches the "Choice" badge on the product page and the search phrases it stands for. Alerts when a phrase loses it that had it. It is ok once the badge is back.',
  family: 'Reviews and badges',
  icon: 'award',
  everyMinutes: 30,
  reads: ['badges'],
  colours: ['RED'],
  costs: { alert: { low: 0.05, high: 0.2 } },
  nextSteps: ['See who has the badge now', 'Check price, stock and rating: these decide it'],
  action: { label: 'See the page', place: 'productPage' },
  causedBy: { kinds: ['prime', 'starRatingRecentChange'], withinHours: 72 },
  asCause: { words: 'the choice badge is lost' },
  settings: z.object({ sensitivity: sensitivitySetting }),
  panel: { sensitivity: sensitivityField },
  memory,
  judge({ now, settings, memory: before, item, seenAt }) {
    const { choice } = now.badges;
    if (!choice) return null;
    const seen = Object.fromEntries(choice.map((phrase) => [phrase, 'yes']));
    const badge = settle(before?.badge ?? null, { seen, seenAt, sensitivity: settings.sensitivity });
    const held = Object.keys(badge.values).toSorted();
    const had = [...new Set([...(before?.had ?? []), ...held])].toSorted();
    const lost = had.filter((phrase) => !held.includes(phrase));
    const kept = { memory: { badge, had }, awaitsCheck: awaitsCheck(badge) };
    if (lost.length === 0) {
      const back = held.filter((phrase) => before?.had.includes(phrase) && !Object.hasOwn(before.badge.values, phrase));
      const text = (item?.status ?? 0) > 0 ? `The Choice badge is back for ${quoteAll(back)}` : null;
      return { verdict: 'ok', text, about: null, ...kept };
    }
    const isFewer = lost.every((phrase) => !Object.hasOwn(before?.badge.values ?? {}, phrase));
    return { verdict: 'alert', ...describeLost(lost, held), about: lost.join(', '), isFewer, ...kept };
  },
});

const quoteAll = (phrases: readonly string[]): string => phrases.map((phrase) => `"${phrase}"`).join(', ');

function describeLost(lost: readonly string[], held: readonly string[]) {
  const rest = held.length === 0 ? 'No Choice badge' : `Choice for ${quoteAll(held)}`;
  return {
    text: `The Choice badge is gone for ${quoteAll(lost)}`,
    from: `Choice for ${quoteAll(lost)}`,
    to: rest,
    evidence: [
      { label: 'Lost', value: quoteAll(lost) },
      { label: 'Still held', value: quoteAll(held) || 'none' },
    ],
  };
}
