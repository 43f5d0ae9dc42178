import * as z from 'zod/mini';
import { defineWatchdog } from '../model/define.ts';
import { awaitsCheck, sensitivityField, sensitivitySetting, settle, settledMemory } from '../model/sensitivity.ts';

const memory = z.object({ offered: settledMemory, wasEligible: z.boolean() });

const ELIGIBLE = 'ELIGIBLE';
/** The fact for a product that the marketplace does not list. It is our own word, so people do not read it. */
const NOT_OFFERED = 'NOT_OFFERED';

export default defineWatchdog({
  type: 'subscribeAndSave',
  title: 'Subscribe and Save',
  headline: 'Subscribe and save lost',
  about:
    'Watches whether customers can subscribe to your product. Alerts when the marketplace no longer counts it as eligible for subscribe and save although it did. It is ok once it is eligible again.',
  family: 'Offers',
  icon: 'calendar-repeat',
  everyMinutes: 30,
  reads: ['replenishment'],
  colours: ['RED'],
  costs: { alert: { low: 0.05, high: 0.2 } },
  nextSteps: [
    'Check stock first: too little of it ends the offer',
    'Check the discount that you fund',
    'Switch it on again in Seller Central',
  ],
  action: { label: 'Check the offer', place: 'manageListing' },
  causedBy: { kinds: ['listingSuspended', 'noAddToCart', 'inventory'], withinHours: 72 },
  asCause: { words: 'subscribe and save is lost' },
  settings: z.object({ sensitivity: sensitivitySetting }),
  panel: { sensitivity: sensitivityField },
  memory,
  judge({ now, settings, memory: before, item, seenAt }) {
    const { eligibility } = now.replenishment;
    if (eligibility === null) return null;
    const check = { seen: { eligibility }, seenAt, sensitivity: settings.sensitivity };
    const offered = settle(before?.offered ?? null, check);
    const state = offered.values['eligibility'] ?? eligibility;
    const wasEligible = before?.wasEligible ?? false;
    const kept = {
      memory: { offered, wasEligible: wasEligible || state === ELIGIBLE },
      awaitsCheck: awaitsCheck(offered),
    };
    if (state === ELIGIBLE || !wasEligible) {
      const text = (item?.status ?? 0) > 0 ? 'Customers can subscribe again' : null;
      return { verdict: 'ok', text, about: null, ...kept };
    }
    return {
      verdict: 'alert',
      text: `Customers can no longer subscribe: ${reasons[state] ?? otherReason}`,
      from: 'Eligible',
      to: stateNames[state] ?? 'Not eligible',
      evidence: state === NOT_OFFERED ? [] : [{ label: 'The marketplace says', value: state }],
      about: state,
      ...kept,
    };
  },
});

const otherReason = 'the product is not eligible';
const reasons: Readonly<Record<string, string>> = {
  [NOT_OFFERED]: 'the marketplace does not list the product for it',
  SUSPENDED: 'the marketplace has suspended subscribe and save',
  REPLENISHMENT_ONLY_ORDERING: 'existing subscriptions go on, new ones are not taken',
};
const stateNames: Readonly<Record<string, string>> = {
  SUSPENDED: 'Suspended',
  REPLENISHMENT_ONLY_ORDERING: 'Existing subscriptions only',
};
