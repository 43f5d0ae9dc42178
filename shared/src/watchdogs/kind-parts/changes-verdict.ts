import type { Judgement } from '../model/define.ts';
import { firstWindowEnd } from './news-window.ts';
import {
  aboutChanges,
  areKnown,
  forgetValues,
  shownText,
  stillRecent,
  type RecentChange,
  type RecentChanges,
} from './recent-changes.ts';

interface FollowedChanges {
  readonly before: RecentChanges | null;
  readonly next: RecentChanges;
  readonly item: { readonly status: 0 | 1 | 2 } | null;
  /** The words for what the values describe, such as "the product page". */
  readonly subject: string;
}

type ChangesVerdict = Omit<Judgement<never>, 'memory' | 'againAt'>;

/**
 * The verdict of kinds that watch for recent changes: an alert while a change is recent, with the old and new values as
 * evidence.
 */
export function changesVerdict({ before, next, item, subject }: FollowedChanges): ChangesVerdict {
  const { changes } = next;
  const [first] = changes;
  if (!first) {
    const watched = isForgotten(before, next) ? `${subject} that you watch` : subject;
    const text = (item?.status ?? 0) > 0 ? `Nothing of ${watched} has changed lately` : null;
    return { verdict: 'ok', text, about: null };
  }
  const listed = changes
    .slice(0, 3)
    .map(({ name }) => wordsWithin(name))
    .join(', ');
  const more = changes.length > 3 ? ` and ${changes.length - 3} more` : '';
  return {
    verdict: 'alert',
    text: changes.length === 1 ? sentenceOf(first) : `${changes.length} values of ${subject} changed: ${listed}${more}`,
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

/** Returns whether one of the changed values is no longer watched. */
const isForgotten = (before: RecentChanges | null, { values }: RecentChanges): boolean =>
  before?.changes.some(({ name, to }) => to !== null && !Object.hasOwn(values, name)) ?? false;

interface ExpiredChanges<Memory> {
  readonly memory: Memory;
  readonly item: FollowedChanges['item'];
  readonly at: Date;
}

interface ReportOptions {
  readonly subject: string;
  /** Returns whether the setting that watches the value with this name is off. */
  readonly isUnwatched?: (name: string) => boolean;
  /** Selects the changes that the verdict reports; by default all of them. */
  readonly told?: (changes: RecentChanges) => RecentChanges;
}

/**
 * Returns the verdict when recent changes end because time has passed or a setting was changed, without a new
 * observation.
 */
export function changesLeft<Memory extends RecentChanges>(
  { memory, item, at }: ExpiredChanges<Memory>,
  { subject, isUnwatched = () => false, told = (changes) => changes }: ReportOptions,
): Judgement<Memory> {
  const watched = forgetValues(memory, isUnwatched);
  const left = { ...memory, ...watched, changes: stillRecent(watched.changes, at) };
  const next = told(left);
  return {
    ...changesVerdict({ before: memory, next, item, subject }),
    memory: left,
    againAt: firstWindowEnd(next.changes),
  };
}

function sentenceOf({ name, from, to }: RecentChange): string {
  if (to === null) return `${wordsOf(name)} is gone`;
  return from === null ? `${wordsOf(name)} is new` : `${wordsOf(name)} changed`;
}

/** `bullet_point` → "Bullet point", `estimated fee of KT_01` → "Estimated fee of KT_01". */
function wordsOf(name: string): string {
  const { words, of } = partsOf(name);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${of}`;
}

/** Returns the same words for the middle of a sentence. */
function wordsWithin(name: string): string {
  const { words, of } = partsOf(name);
  return `${words.toLowerCase()}${of}`;
}

/** Divides a name before the SKU that it may contain, which stays as the seller writes it. */
function partsOf(name: string): { readonly words: string; readonly of: string } {
  const end = name.includes(' of ') ? name.indexOf(' of ') : name.length;
  return { words: name.slice(0, end).replaceAll('_', ' ').trim() || 'a detail', of: name.slice(end) };
}
