/** The groups of the help, in order. The entries of the last one come from the watchdogs' own texts. */
export const faqGroups = [
  'First steps',
  'Reading the dashboard',
  'Working off alerts',
  'Fewer and better alerts',
  'Being told',
  'Guides',
  'Watchdogs',
] as const;
export type FaqGroup = (typeof faqGroups)[number];

export interface FaqEntry {
  /** The id by which other pages open the help at this entry. */
  readonly id: string;
  readonly group: FaqGroup;
  readonly question: string;
  /** The answer, one text per paragraph. */
  readonly answer: readonly string[];
  /** Steps, shown as a list under the answer. */
  readonly steps?: readonly string[];
}
