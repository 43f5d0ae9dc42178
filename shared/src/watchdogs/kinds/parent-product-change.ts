import * as z from 'zod/mini';
import { WINDOW_DAYS, whileInWindow, windowEnd } from '../kind-parts/news-window.ts';
import { defineWatchdog } from '../model/define.ts';
import { awaitsCheck, sensitivityField, sensitivitySetting, settle, settledMemory } from '../model/sensitivity.ts';

const asin = z.nullable(z.string());
/** The confirmed parent, and the latest change of the parent. */
const memory = z.object({
  parent: settledMemory,
  change: z.nullable(z.object({ from: asin, to: asin, at: z.iso.datetime() })),
});
type Change = NonNullable<z.output<typeof memory>['change']>;

export default defineWatchdog({
  type: 'parentProductChange',
  title: 'Parent Product Change',
  headline: 'Parent product changed',
  about: `Watches which parent product yours is a variation of. Alerts when it gets another parent, joins one or is left without. A change is news for ${WINDOW_DAYS} days, and none if it is taken back.`,
  family: 'Listing',
  icon: 'hierarchy-2',
  everyMinutes: 31,
  reads: ['catalog'],
  colours: ['RED'],
  costs: null,
  nextSteps: [
    'See whether the variations and reviews are still together',
    'Not you: set the parent again with a catalogue upload',
    'Ask Amazon’s support when it goes back',
  ],
  action: { label: 'See the page', place: 'productPage' },
  asCause: { words: 'the parent product changed' },
  settings: z.object({ sensitivity: sensitivitySetting }),
  panel: { sensitivity: sensitivityField },
  memory,
  judge({ now, settings, memory: before, item, at, seenAt }) {
    const { parentAsin, title } = now.catalog;
    // An answer with neither a parent nor a title is empty. It does not prove that the product has no parent.
    if (parentAsin === undefined || (parentAsin === null && title === null)) return null;
    const seen = parentAsin === null ? {} : { parent: parentAsin };
    const parent = settle(before?.parent ?? null, { seen, seenAt, sensitivity: settings.sensitivity });
    const change = before ? followed(before.parent.values['parent'] ?? null, parent.values['parent'] ?? null) : null;
    const latest = change
      ? joinChanges(before?.change ?? null, { ...change, at })
      : whileInWindow(before?.change ?? null, at);
    const kept = { memory: { parent, change: latest }, awaitsCheck: awaitsCheck(parent) };
    if (!latest) {
      const text = (item?.status ?? 0) > 0 ? settledText(parent.values['parent'] ?? null) : null;
      return { verdict: 'ok', text, about: null, ...kept };
    }
    return { verdict: 'alert', ...describe(latest), againAt: windowEnd(latest), ...kept };
  },
  judgeWithoutFacts({ memory: before, at }) {
    const change = whileInWindow(before.change, at);
    const kept = { memory: { ...before, change }, awaitsCheck: awaitsCheck(before.parent) };
    if (change) return { verdict: 'alert', ...describe(change), againAt: windowEnd(change), ...kept };
    return { verdict: 'ok', text: settledText(before.parent.values['parent'] ?? null), about: null, ...kept };
  },
});

const followed = (from: string | null, to: string | null) => (from === to ? null : { from, to });

interface NewChange extends Pick<Change, 'from' | 'to'> {
  readonly at: Date;
}

/** Joins two changes within the window to one change; `null` if the second change restores the first parent. */
function joinChanges(before: Change | null, { from, to, at }: NewChange): Change | null {
  const origin = whileInWindow(before, at)?.from;
  const began = origin === undefined ? from : origin;
  return began === to ? null : { from: began, to, at: at.toISOString() };
}

const settledText = (parent: string | null): string =>
  parent === null ? 'The product is without a parent now' : `The parent product is now ${parent}`;

function describe({ from, to }: Change) {
  const text =
    from === null
      ? `The product became a variation of ${to}`
      : to === null
        ? `The product is no longer a variation of ${from}`
        : `The parent product changed from ${from} to ${to}`;
  return {
    text,
    from: from ?? 'No parent',
    to: to ?? 'No parent',
    about: `${from ?? 'none'} > ${to ?? 'none'}`,
    evidence: [
      { label: 'Former parent', value: from ?? 'none' },
      { label: 'Parent now', value: to ?? 'none' },
    ],
  };
}
