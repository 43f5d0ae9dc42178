/**
 * A period in which something outside fails. Items and mails may then be later than the check frequencies of section 9
 * of the specification allow.
 */
interface Trouble {
  readonly storm: string;
  readonly from: number;
  readonly to: number;
}

export interface Circumstances {
  readonly troubles: readonly Trouble[];
  /** Checks are this many times as frequent as section 9 of the specification says. */
  readonly speedup: number;
}

const minuteMs = 60_000;

/** Minutes between two checks, as in section 9 of the specification. */
const checkMinutes: Readonly<Record<string, number>> = {
  listingSuspended: 10,
  numberOfSellers: 15,
  price: 15,
  lostBuybox: 30,
  imageMissing: 30,
  noAddToCart: 30,
  prime: 30,
  inventory: 90,
  fbmInventory: 90,
  searchBan: 180,
};
/** Additional minutes for a check that takes a while, or that fails and is repeated. */
const spareMinutes = 30;
/** The longest time from the end of an outage to the next attempt, in minutes. */
const recoveryMinutes = 45;
/**
 * Minutes between two checks while notifications arrive. These checks only find changes whose notification was lost.
 */
const rareMinutes = 720;

interface Change {
  readonly at: number;
  readonly isUnannounced?: boolean;
  readonly windowSince?: number;
}

/**
 * Returns the latest instant at which the product must know of a change. A window begins when the product learns of its
 * change, because nothing says when the change happened.
 */
export function knownBy(kind: string, change: Change, circumstances: Circumstances): number {
  const by = noticedBy(kind, change, circumstances);
  const { at, windowSince } = change;
  if (windowSince === undefined) return by;
  return Math.max(by, noticedBy(kind, { ...change, at: windowSince }, circumstances) + at - windowSince);
}

function noticedBy(kind: string, change: Change, { troubles, speedup }: Circumstances): number {
  const { at: changedAt, isUnannounced = false } = change;
  const longer = (minutes: number): number => (minutes * minuteMs) / Math.min(1, speedup);
  const every = isUnannounced ? rareMinutes : (checkMinutes[kind] ?? 0);
  const usual = changedAt + longer(every + spareMinutes);
  return troubles.reduce((by, { storm, from, to }) => {
    if (to < changedAt || from > by) return by;
    const after = storm === 'push silent' ? longer(rareMinutes + spareMinutes) : longer(recoveryMinutes);
    return Math.max(by, to + after) + (to - from);
  }, usual);
}

const mailMinutes = 15;
const mailRecoveryMinutes = 75;

/** Returns the latest instant at which a mail must have arrived that may be sent from `ready` on. */
export function arrivedBy(ready: number, { troubles }: Circumstances): number {
  return troubles.reduce(
    (by, { storm, from, to }) => {
      const concerns = storm.startsWith('mail') || storm.startsWith('database');
      if (!concerns || to < ready - mailRecoveryMinutes * minuteMs || from > by) return by;
      return Math.max(by, to + mailRecoveryMinutes * minuteMs);
    },
    ready + mailMinutes * minuteMs,
  );
}
