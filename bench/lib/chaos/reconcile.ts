import { isMailed } from '@app/shared/watchdogs/model/alert-settings.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { CaughtMail, Happened } from '../house/marketplace.ts';
import { kindTurnedRed } from './red-pairs.ts';

/** A flip to red as the database has it. */
export interface RedFlip {
  readonly productId: string;
  readonly asin: string;
  readonly marketplace: string;
  readonly type: string;
  readonly at: Date;
  /** The subject of the verdict. */
  readonly about: string | null;
}

export interface Reconciled {
  readonly events: number;
  readonly flips: number;
  /** Pairs with fewer flips than events, and by how many. */
  readonly lost: readonly string[];
  /** Pairs with more flips than events. */
  readonly doubled: readonly string[];
  /** When, and about what, the doubled pairs flipped. */
  readonly clues: readonly string[];
  /** Flips of kinds whose mail is on. */
  readonly mailed: number;
  /** Those of them that no mail names. */
  readonly unnamed: readonly string[];
  readonly mails: number;
  /** Mails of a Message-ID that was there already. */
  readonly mailsRepeated: number;
  /** From each event to its flip. */
  readonly delays: readonly { readonly type: string; readonly ms: number }[];
}

interface Seen {
  readonly ledger: readonly Happened[];
  readonly flips: readonly RedFlip[];
  readonly mails: readonly CaughtMail[];
}

/** Compares what happened at the marketplace with what became of it: by product × kind, each as often as it happened. */
export function reconcile({ ledger, flips, mails }: Seen): Reconciled {
  const happened = ledger.flatMap((entry) => {
    const type = kindTurnedRed(entry);
    return type === null ? [] : [{ pair: `${entry.asin} ${entry.marketplace} ${type}`, at: new Date(entry.at) }];
  });
  const flipped = flips.map((flip) => ({ pair: pairOf(flip), at: flip.at }));
  const events = timesOf(happened);
  const found = timesOf(flipped);
  const doubled = surplus(found, events);
  const distinct = [...new Map(mails.map((mail) => [mail.headers.messageId, mail])).values()];
  const mailed = flips.filter(({ type }) => isToldByMail(type));
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

interface Timed {
  readonly pair: string;
  readonly at: Date;
}

function timesOf(list: readonly Timed[]): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (const { pair, at } of list) times.set(pair, [...(times.get(pair) ?? []), at.getTime()]);
  return times;
}

/** One name for each time that the first has more than the second. */
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

/** As a mail names a flip: what happened, and the link to the product. */
const nameOf = ({ type, productId }: RedFlip): string =>
  `Alert: ${watchdogOf(type)?.headline ?? type} #pdet-${productId}`;

/** A mail's text has a block for each flip: its headline comes first, the link to its product last. */
function namesIn(mail: CaughtMail): Timed[] {
  return mail.text.split(/\r?\n\r?\n/).flatMap((block) => {
    const [headline = ''] = block.trimStart().split(/\r?\n/);
    const link = /\/home(#pdet-\d+)/.exec(block)?.[1];
    return link === undefined ? [] : [{ pair: `${headline} ${link}`, at: new Date(mail.date) }];
  });
}
