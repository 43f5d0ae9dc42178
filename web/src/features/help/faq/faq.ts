import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';
import { alertQuestions } from './alerts.ts';
import { dashboardQuestions } from './dashboard.ts';
import { faqGroups, type FaqEntry, type FaqGroup } from './entry.ts';
import { firstSteps } from './first-steps.ts';
import { guides } from './guides.ts';
import { newsQuestions } from './news.ts';
import { tuningQuestions } from './tuning.ts';
import { watchdogEntries } from './watchdog-entries.ts';

export const faq: readonly FaqEntry[] = [
  ...firstSteps,
  ...dashboardQuestions,
  ...alertQuestions,
  ...tuningQuestions,
  ...newsQuestions,
  ...guides,
  ...watchdogEntries,
];

export interface FaqSection {
  readonly group: FaqGroup;
  readonly entries: readonly FaqEntry[];
}

/** The entries that contain every word of the search, by group; empty groups are left out. */
export function findEntries(search: string, entries: readonly FaqEntry[] = faq): readonly FaqSection[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter((entry) => words.every((word) => wordsOf(entry).includes(word)));
  return faqGroups
    .map((group) => ({ group, entries: found.filter((entry) => entry.group === group) }))
    .filter((section) => section.entries.length > 0);
}

/**
 * Returns the words by which an entry is found. They include the name of the alert setting, which people know from
 * mails: LOST_BUYBOX finds Lost Buy Box.
 */
const wordsOf = ({ id, question, answer, steps = [] }: FaqEntry): string =>
  [question, ...answer, ...steps, id, alertTypeOf(id)].join(' ').toLowerCase();
