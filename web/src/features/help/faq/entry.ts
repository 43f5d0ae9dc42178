/** The groups of the help, in their order. The last one is written by the watchdogs themselves. */
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
  /** Names the entry for whoever opens the help at it. */
  readonly id: string;
  readonly group: FaqGroup;
  readonly question: string;
  /** Paragraphs. */
  readonly answer: readonly string[];
  /** A list under them: what to do, step by step. */
  readonly steps?: readonly string[];
}
