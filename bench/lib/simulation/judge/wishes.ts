/** The choices of people for an address and for an item. */
export interface Wishes {
  readonly email: string;
  /** The colours by alert type, as BAD_REVIEW; a type that is absent has its default. */
  readonly alerts: Readonly<Record<string, readonly string[]>>;
  readonly isInstant: boolean;
  readonly batchingMinutes: number;
  readonly quiet: { readonly from: number; readonly to: number } | null;
  readonly timeZone: string;
  readonly wantsDigest: boolean;
  readonly digestHour: number;
}

/** The wishes of one address from an instant on. */
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

/** "Colour availability" of section 5. */
const greenTypes =
  'SALES_DROP KEYWORD LOST_BUYBOX BEST_SELLER_BADGE STAR_RATING_RECENT_CHANGE PRICE BAD_REVIEW NO_ADD_TO_CART SEARCH_BAN INVENTORY FBM_INVENTORY';
const amberTypes = 'SALES_DROP BAD_REVIEW TOP_REVIEW STAR_RATING_RECENT_CHANGE PRICE INVENTORY';
/** "Default alert settings for a new e-mail" of section 5. */
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

/** The first instant that is not quiet, from `at` on. Clocks everywhere are put on or back at a quarter of an hour. */
export function endOfQuiet(wishes: Wishes, at: number): number {
  if (!isQuiet(wishes, at)) return at;
  let next = Math.floor(at / quarterMs) * quarterMs;
  while (isQuiet(wishes, Math.max(at, next))) next += quarterMs;
  return next;
}
