import * as z from 'zod/mini';
import { cutAt } from '../../base/cut-text.ts';

/** A change counts as recent for this long. */
export const WINDOW_DAYS = 7;

const change = z.object({
  name: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  at: z.iso.datetime(),
});
/** The last observed text of each watched value, and the changes within the window. */
export const recentChanges = z.object({ values: z.record(z.string(), z.string()), changes: z.array(change) });
export type RecentChanges = z.output<typeof recentChanges>;
export type RecentChange = RecentChanges['changes'][number];

/**
 * Values by name. `null` means the value is gone; a name that is absent was not in the answer, and its known value
 * stays.
 */
export type SeenValues = Readonly<Record<string, string | null>>;

interface Look {
  readonly seen: SeenValues;
  readonly at: Date;
  /**
   * Whether a value that was never observed counts as a change, because all values were known; otherwise it is a
   * baseline.
   */
  readonly isNews?: (name: string) => boolean;
}

/**
 * Continues from the remembered values. Without any, the observation becomes the baseline without an alert. A change
 * that is taken back within the window is dropped; several changes of one value count as one, from the value before the
 * first.
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

/** Drops values that are no longer watched or have a new meaning; the next observation of them is a baseline. */
export function forgetValues(known: RecentChanges, isForgotten: (name: string) => boolean): RecentChanges {
  return {
    values: Object.fromEntries(Object.entries(known.values).filter(([name]) => !isForgotten(name))),
    changes: known.changes.filter(({ name }) => !isForgotten(name)),
  };
}

const windowEnd = ({ at }: RecentChange): Date => new Date(Date.parse(at) + WINDOW_DAYS * 86_400_000);

export const stillRecent = (changes: readonly RecentChange[], at: Date): RecentChange[] =>
  changes.filter((one) => at < windowEnd(one));

/** When the first of the changes stops being recent; `null` when there is none. */
export const firstWindowEnd = ({ changes }: RecentChanges): Date | null =>
  changes.map(windowEnd).toSorted((a, b) => Number(a) - Number(b))[0] ?? null;

/** The subject of an alert: the names of the changed values and fingerprints of what they changed to. */
export const aboutChanges = (changes: readonly RecentChange[]): string =>
  changes.map(({ name, to }) => `${name}=${to === null ? '' : fingerprint(to)}`).join(' ');

/** Whether every one of these changes was reported before. */
export const areKnown = (changes: readonly RecentChange[], before: RecentChanges | null): boolean =>
  changes.every((one) => before?.changes.some(({ name, to }) => name === one.name && to === one.to) ?? false);

/**
 * A longer text is remembered by its first characters, this many, and a fingerprint: they show that it changed and how
 * it began.
 */
const keptCharacters = 160;

const keep = (text: string): string =>
  text.length <= keptCharacters ? text : `${cutAt(text, keptCharacters - 12)}… ${fingerprint(text)}`;

/** The remembered text without its fingerprint, as people see it. */
export const shownText = (text: string | null): string =>
  text === null ? 'nothing' : text.replace(/… [0-9a-z]+$/, '…');

/** FNV-1a, 32 bits. It distinguishes two texts; nothing depends on its being hard to forge. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
