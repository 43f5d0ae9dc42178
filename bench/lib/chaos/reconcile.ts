import { isMailed } from '@app/shared/watchdogs/model/alert-settings.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { CaughtMail, LedgerEntry } from '../house/marketplace.ts';
import { kindTurnedRed } from './red-pairs.ts';

/** A flip to red, as stored in the database. */
export interface RedFlip {
  readonly productId: string;
  readonly asin: string;
  readonly marketplace: string;
  readonly type: string;
  readonly at: Date;
  /** The subject of the verdict. */
  readonly about: string | null;
  /**
   * Whether the mail about the flip was dropped, because the change is not worth a message, or is held, because the
   * item is unstable.
   */
  readonly isNotOwed: boolean;
}

export interface Reconciliation {
  readonly events: number;
  readonly flips: number;
  /** Pairs with fewer flips than events, once for each missing flip. */
  readonly lost: readonly string[];
  /** Pairs with more flips than events, once for each extra flip. */
  readonly doubled: readonly string[];
  /** Time and subject of each flip of a doubled pair. */
  readonly clues: readonly string[];
  /** Number of flips of kinds whose mail is on, except flips that are not worth a message. */
  readonly mailed: number;
  /** The mailed flips that no mail contains. */
  readonly unnamed: readonly string[];
  readonly mails: number;
  /** Number of mails whose Message-ID has already arrived. */
  readonly mailsRepeated: number;
  /** Time from each event to its flip. */
  readonly delays: readonly { readonly type: string; readonly ms: number }[];
}

interface ReconcileInput {
  readonly ledger: readonly LedgerEntry[];
  readonly flips: readonly RedFlip[];
  readonly mails: readonly CaughtMail[];
}

/** Compares the ledger's events with the flips per product and kind, and the flips with the mails. */
export function reconcile({ ledger, flips, mails }: ReconcileInput): Reconciliation {
  const happened = ledger.flatMap((entry) => {
    const type = kindTurnedRed(entry);
    return type === null ? [] : [{ pair: `${entry.asin} ${entry.marketplace} ${type}`, at: new Date(entry.at) }];
  });
  const flipped = flips.map((flip) => ({ pair: pairOf(flip), at: flip.at }));
  const events = timesOf(happened);
  const found = timesOf(flipped);
  const doubled = surplus(found, events);
  const distinct = [...new Map(mails.map((mail) => [mail.headers.messageId, mail])).values()];
  const mailed = flips.filter(({ type, isNotOwed }) => !isNotOwed && isToldByMail(type));
  return {
    events: happened.length,
    flips: flips.length,
    lost: surplus(events, found),
    doubled,
    clues: flips
      .filter((flip) => doubled.includes(pairOf(flip)))
      .map((flip) => `${pairOf(flip)} at ${flip.at.toISOString()} about ${flip.about ?? 'nothing'}`),
    mailed: mailed.length,
    unnamed: surplus(
      timesOf(mailed.map((flip) => ({ pair: nameOf(flip), at: flip.at }))),
      timesOf(distinct.flatMap(namesIn)),
    ),
    mails: distinct.length,
    mailsRepeated: mails.length - distinct.length,
    delays: [...events].flatMap(([pair, times]) =>
      delaysOf(times, found.get(pair) ?? []).map((ms) => ({ type: pair.split(' ').at(-1) ?? '', ms })),
    ),
  };
}

const pairOf = ({ asin, marketplace, type }: RedFlip): string => `${asin} ${marketplace} ${type}`;

interface TimedPair {
  readonly pair: string;
  readonly at: Date;
}

function timesOf(list: readonly TimedPair[]): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (const { pair, at } of list) times.set(pair, [...(times.get(pair) ?? []), at.getTime()]);
  return times;
}

/** Returns each name as often as its count in the first map exceeds its count in the second. */
const surplus = (first: Map<string, number[]>, second: Map<string, number[]>): string[] =>
  [...first].flatMap(([pair, times]) =>
    Array.from({ length: Math.max(0, times.length - (second.get(pair)?.length ?? 0)) }, () => pair),
  );

const delaysOf = (events: readonly number[], flips: readonly number[]): number[] => {
  const inOrder = flips.toSorted((a, b) => a - b);
  return events.flatMap((at, index) => {
    const flip = inOrder[index];
    return flip === undefined ? [] : [flip - at];
  });
};

function isToldByMail(type: string): boolean {
  const watchdog = watchdogOf(type);
  return watchdog !== undefined && isMailed(watchdog, 'RED', {});
}

/** Returns the headline and product link by which a mail identifies a flip. */
const nameOf = ({ type, productId }: RedFlip): string =>
  `Alert: ${watchdogOf(type)?.headline ?? type} #pdet-${productId}`;

/** Returns the flips in a mail. Its text has a block per flip, with the headline first and the product link last. */
function namesIn(mail: CaughtMail): TimedPair[] {
  return mail.text.split(/\r?\n\r?\n/).flatMap((block) => {
    const [headline = ''] = block.trimStart().split(/\r?\n/);
    const link = /\/home(#pdet-\d+)/.exec(block)?.[1];
    return link === undefined ? [] : [{ pair: `${headline} ${link}`, at: new Date(mail.date) }];
  });
}
