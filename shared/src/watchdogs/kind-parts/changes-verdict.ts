import type { Judgement } from '../model/define.ts';
import {
  aboutChanges,
  areKnown,
  firstWindowEnd,
  shownText,
  stillRecent,
  type RecentChange,
  type RecentChanges,
} from './recent-changes.ts';

interface Following {
  readonly before: RecentChanges | null;
  readonly next: RecentChanges;
  readonly item: { readonly status: 0 | 1 | 2 } | null;
  /** Whose values they are, as in "the product page". */
  readonly subject: string;
}

type ChangesVerdict = Omit<Judgement<never>, 'memory' | 'againAt'>;

/** What kinds that tell of recent changes say: an alert while one is recent, with what each came from and went to. */
export function changesVerdict({ before, next, item, subject }: Following): ChangesVerdict {
  const { changes } = next;
  const [first] = changes;
  if (!first) {
    const text = (item?.status ?? 0) > 0 ? `Nothing of ${subject} has changed lately` : null;
    return { verdict: 'ok', text, about: null };
  }
  const names = changes.map(({ name }) => wordsOf(name));
  const listed = names.slice(0, 3).join(', ').toLowerCase();
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return {
    verdict: 'alert',
    text: changes.length === 1 ? sentenceOf(first) : `${names.length} values of ${subject} changed: ${listed}${more}`,
    from: changes.length === 1 ? shownText(first.from) : null,
    to: changes.length === 1 ? shownText(first.to) : null,
    about: aboutChanges(changes),
    isFewer: areKnown(changes, before),
    evidence: changes.map((one) => ({
      label: wordsOf(one.name),
      value: `${shownText(one.from)} → ${shownText(one.to)}`,
    })),
  };
}

interface Left<Memory> {
  readonly memory: Memory;
  readonly item: Following['item'];
  readonly at: Date;
}

interface Telling {
  readonly subject: string;
  /** Of the changes those that are told. */
  readonly told?: (changes: RecentChanges) => RecentChanges;
}

/** What is left of the changes at an instant, when no answer tells of others. */
export function changesLeft<Memory extends RecentChanges>(
  { memory, item, at }: Left<Memory>,
  { subject, told = (changes) => changes }: Telling,
): Judgement<Memory> {
  const left = { ...memory, changes: stillRecent(memory.changes, at) };
  const next = told(left);
  return {
    ...changesVerdict({ before: memory, next, item, subject }),
    memory: left,
    againAt: firstWindowEnd(next),
  };
}

function sentenceOf({ name, from, to }: RecentChange): string {
  if (to === null) return `${wordsOf(name)} is gone`;
  return from === null ? `${wordsOf(name)} is new` : `${wordsOf(name)} changed`;
}

/** `bullet_point` → "Bullet point". */
const wordsOf = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words === '' ? 'A detail' : words.charAt(0).toUpperCase() + words.slice(1);
};
