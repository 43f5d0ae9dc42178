/** The settings of one address that decide about its mails. */
export interface Wishes {
  readonly email: string;
  /** The wanted colours by alert type, such as BAD_REVIEW; a type that is absent has its default. */
  readonly alerts: Readonly<Record<string, readonly string[]>>;
  readonly isInstant: boolean;
  readonly batchingMinutes: number;
  readonly quiet: { readonly from: number; readonly to: number } | null;
  readonly timeZone: string;
  readonly wantsDigest: boolean;
  readonly digestHour: number;
}

/** The settings of one address from an instant on. */
export interface WishesSince {
  readonly since: number;
  readonly wishes: Wishes;
}

export const wishesAt = (timeline: readonly WishesSince[], at: number): Wishes | undefined =>
  timeline.findLast(({ since }) => since <= at)?.wishes;

export const wishesBetween = (timeline: readonly WishesSince[], from: number, to: number): readonly Wishes[] => [
  ...[wishesAt(timeline, from)].filter((wishes) => wishes !== undefined),
  ...timeline.filter(({ since }) => since > from && since <= to).map(({ wishes }) => wishes),
];

export type Colour = 'RED' | 'AMBER' | 'GREEN';

/** Alert types with a green colour, from “Colour availability” in section 5 of the specification. */
const greenTypes =
  'SALES_DROP KEYWORD LOST_BUYBOX BEST_SELLER_BADGE STAR_RATING_RECENT_CHANGE PRICE BAD_REVIEW NO_ADD_TO_CART SEARCH_BAN INVENTORY FBM_INVENTORY';
const amberTypes = 'SALES_DROP BAD_REVIEW TOP_REVIEW STAR_RATING_RECENT_CHANGE PRICE INVENTORY';
/**
 * Alert types that are off by default, from “Default alert settings for a new e-mail” in section 5 of the
 * specification.
 */
const offTypes = 'SALES_DROP PRICE INVENTORY FBM_INVENTORY';
const notGreenTypes = 'BAD_REVIEW TOP_REVIEW';

const includes = (types: string, type: string): boolean => types.split(' ').includes(type);

export const typeOf = (kind: string): string => kind.replace(/[A-Z]/g, '_$&').toUpperCase();

export function wants({ alerts }: Wishes, kind: string, colour: Colour): boolean {
  const type = typeOf(kind);
  if (colour === 'GREEN' && !includes(greenTypes, type)) return false;
  if (colour === 'AMBER' && !includes(amberTypes, type)) return false;
  const chosen = alerts[type];
  if (chosen) return chosen.includes(colour);
  if (includes(offTypes, type)) return false;
  return !(includes(notGreenTypes, type) && colour === 'GREEN');
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const digits = '2-digit';
  const parts = { year: 'numeric', month: digits, day: digits, hour: digits } as const;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...parts });
  formats.set(timeZone, format);
  return format;
}

const partsIn = (timeZone: string, at: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );

export const hourIn = (timeZone: string, at: number): number => Number(partsIn(timeZone, at)['hour']);

export function dayIn(timeZone: string, at: number): string {
  const { year, month, day } = partsIn(timeZone, at);
  return `${year}-${month}-${day}`;
}

export function isQuiet({ quiet, timeZone }: Wishes, at: number): boolean {
  if (!quiet || quiet.from === quiet.to) return false;
  const hour = hourIn(timeZone, at);
  return quiet.from < quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to;
}

const quarterMs = 900_000;

/**
 * Returns the first instant from `at` on that is not in quiet hours. Clock changes happen at a quarter of an hour in
 * all time zones, so only quarters are tried.
 */
export function endOfQuiet(wishes: Wishes, at: number): number {
  if (!isQuiet(wishes, at)) return at;
  let next = Math.floor(at / quarterMs) * quarterMs;
  while (isQuiet(wishes, Math.max(at, next))) next += quarterMs;
  return next;
}
