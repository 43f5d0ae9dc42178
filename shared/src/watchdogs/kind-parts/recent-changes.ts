import * as z from 'zod/mini';
import { cutAt } from '../../base/cut-text.ts';
import { isInWindow } from './news-window.ts';

const change = z.object({
  name: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  at: z.iso.datetime(),
});
/** The latest text of each watched value, and the changes that are news. */
export const recentChanges = z.object({ values: z.record(z.string(), z.string()), changes: z.array(change) });
export type RecentChanges = z.output<typeof recentChanges>;
export type RecentChange = RecentChanges['changes'][number];

/**
 * Observed values by name. `null` means that the value is gone. If a name is absent, the answer did not contain the
 * value, and the known one stays.
 */
export type SeenValues = Readonly<Record<string, string | null>>;

interface Look {
  readonly seen: SeenValues;
  readonly at: Date;
  /** Returns whether a value that was never observed before counts as a change. If not, it becomes a baseline. */
  readonly isNews?: (name: string) => boolean;
}

/**
 * Updates the remembered values and changes. Without remembered values, the observation becomes the baseline and raises
 * no alert. A change that is reversed within the window is dropped; several changes of one value count as one change
 * from the first value.
 */
export function followChanges(before: RecentChanges | null, { seen, at, isNews = () => false }: Look): RecentChanges {
  const values = { ...before?.values };
  const open = new Map(stillRecent(before?.changes ?? [], at).map((one) => [one.name, one]));
  for (const [name, value] of Object.entries(seen)) {
    const known = values[name] ?? null;
    const now = value === null ? null : keep(value);
    if (now === null) delete values[name];
    else values[name] = now;
    if (!before || now === known || (known === null && !open.has(name) && !isNews(name))) continue;
    const from = open.has(name) ? (open.get(name)?.from ?? null) : known;
    if (from === now) open.delete(name);
    else open.set(name, { name, from, to: now, at: at.toISOString() });
  }
  return { values, changes: [...open.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** Drops values that are no longer watched or have a new meaning. Their next observation becomes a new baseline. */
export function forgetValues(known: RecentChanges, isForgotten: (name: string) => boolean): RecentChanges {
  return {
    values: Object.fromEntries(Object.entries(known.values).filter(([name]) => !isForgotten(name))),
    changes: known.changes.filter(({ name }) => !isForgotten(name)),
  };
}

export const stillRecent = (changes: readonly RecentChange[], at: Date): RecentChange[] =>
  changes.filter((one) => isInWindow(one, at));

/** Returns the subject of an alert: the names of the changed values, each with a fingerprint of its new text. */
export const aboutChanges = (changes: readonly RecentChange[]): string =>
  changes.map(({ name, to }) => `${name}=${to === null ? '' : fingerprint(to)}`).join(' ');

/** Whether every one of these changes was reported before. */
export const areKnown = (changes: readonly RecentChange[], before: RecentChanges | null): boolean =>
  changes.every((one) => before?.changes.some(({ name, to }) => name === one.name && to === one.to) ?? false);

/**
 * The length limit of a remembered text. A longer text is stored as its beginning and a fingerprint, which are enough
 * to detect a change and to show how the text began.
 */
const keptCharacters = 160;

const keptOfLong = keptCharacters - 12;

const keep = (text: string): string =>
  text.length <= keptCharacters ? text : `${cutAt(text, keptOfLong)}… ${fingerprint(text)}`;

/**
 * The remembered text without its fingerprint, as people see it. A text that is shorter than what is kept of a long one
 * has no fingerprint, although it may end like one: "Wait… what".
 */
export const shownText = (text: string | null): string =>
  text === null ? 'nothing' : text.length < keptOfLong ? text : text.replace(/… [0-9a-z]+$/, '…');

/** Returns an FNV-1a hash with 32 bits. It only has to distinguish texts; nothing depends on it being hard to forge. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
