import * as z from 'zod/mini';
import { changesLeft, changesVerdict } from '../kind-parts/changes-verdict.ts';
import { defineWatchdog } from '../model/define.ts';
import { firstWindowEnd } from '../kind-parts/news-window.ts';
import { followChanges, forgetValues, recentChanges, type SeenValues } from '../kind-parts/recent-changes.ts';

const settings = z.object({
  alertOnCategoryGroupChange: z._default(z.boolean(), true),
  alertOnCategoryTypeNameChange: z._default(z.boolean(), true),
});
const GROUP = 'category group';
const TYPE = 'category type name';
const LEAF = 'category';
const subject = 'the category';

export default defineWatchdog({
  type: 'productCategoryRecentChange',
  title: 'Product Category Change',
  headline: 'Category changed',
  about:
    'Watches where the marketplace files your product: its category, the category group and the category type name. Alerts when one of them changes, for 7 days or until it is taken back.',
  family: 'Listing',
  icon: 'category',
  everyMinutes: 90,
  reads: ['catalog'],
  colours: ['RED'],
  costs: null,
  nextSteps: [
    'See whether the new category fits: fees, badges and advertisements depend on it',
    'Not you: ask Amazon’s support to move it back',
  ],
  action: { label: 'See the page', place: 'productPage' },
  asCause: { words: 'the category changed' },
  settings,
  panel: {
    alertOnCategoryGroupChange: {
      label: 'Alert when the category group changes',
      help: 'The group of the main best-seller list, such as Kitchen',
      widget: 'toggle',
    },
    alertOnCategoryTypeNameChange: {
      label: 'Alert when the category type name changes',
      help: 'The product type that decides which details a listing has',
      widget: 'toggle',
    },
  },
  memory: recentChanges,
  judge({ now, settings: wanted, memory: before, item, at }) {
    const { classification, displayGroup, productType } = now.catalog;
    if (classification === null && displayGroup === null && productType === null) return null;
    const seen: SeenValues = {
      // If the answer contains no category, the known one stays: no product is without a category for long.
      ...(classification !== null && { [LEAF]: classification.name }),
      ...(displayGroup !== null && wanted.alertOnCategoryGroupChange && { [GROUP]: displayGroup }),
      ...(productType !== null && wanted.alertOnCategoryTypeNameChange && { [TYPE]: productType }),
    };
    const next = followChanges(before && forgetValues(before, isUnwatched(wanted)), { seen, at });
    return {
      ...changesVerdict({ before, next, item, subject }),
      memory: next,
      againAt: firstWindowEnd(next.changes),
    };
  },
  judgeWithoutFacts: (left) => changesLeft(left, { subject, isUnwatched: isUnwatched(left.settings) }),
});

const isUnwatched =
  (wanted: z.output<typeof settings>) =>
  (name: string): boolean =>
    (name === GROUP && !wanted.alertOnCategoryGroupChange) || (name === TYPE && !wanted.alertOnCategoryTypeNameChange);
