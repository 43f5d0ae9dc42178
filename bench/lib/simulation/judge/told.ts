import { arrivedBy, type Circumstances } from './patience.ts';
import {
  endOfQuiet,
  isQuiet,
  wants,
  wishesAt,
  wishesBetween,
  type Colour,
  type Wishes,
  type WishesSince,
} from './wishes.ts';

/** A mail that has arrived. */
export interface ArrivedMail {
  readonly at: number;
  readonly to: string;
  readonly messageId: string;
  readonly text: string;
}

/** A change of an item about which people may get a mail. */
export interface News {
  readonly at: number;
  readonly productId: string;
  readonly kind: string;
  readonly colour: Colour;
  /** Whether the change must be mailed: it is for the worse, or it is a clear improvement. */
  readonly isDue: boolean;
  /** The instant at which the item changes again. */
  readonly changesAt: number;
}

export interface MutedPeriod {
  readonly productId: string;
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  /** True if people have ended the mute before its time, or replaced it by another one. */
  readonly isCutShort: boolean;
}

interface Correspondence {
  readonly news: readonly News[];
  readonly mails: readonly ArrivedMail[];
  /** The settings of each address over time. */
  readonly wishes: ReadonlyMap<string, readonly WishesSince[]>;
  readonly muted: readonly MutedPeriod[];
  readonly to: number;
}

/** The names of the kinds in mails: of the problem, and of the watchdog in mails about an improvement. */
const names: Readonly<Record<string, readonly [problem: string, watchdog: string]>> = {
  badSellerFeedback: ['Bad seller feedback', 'Bad Seller Feedback'],
  fbaFeeChange: ['FBA fee changed', 'FBA Fee Change'],
  fbmInventory: ['Own stock low', 'FBM Stock'],
  imageMissing: ['Main image missing', 'Missing Image'],
  inventory: ['Stock at Amazon low', 'FBA Stock'],
  listingSuspended: ['Listing suspended', 'Listing Suspended'],
  lostBuybox: ['Buy box lost', 'Lost Buy Box'],
  noAddToCart: ['No add-to-cart button', 'No Add to Cart'],
  numberOfSellers: ['New seller', 'Number of Sellers'],
  parentProductChange: ['Parent product changed', 'Parent Product Change'],
  price: ['Price changed', 'Price Change Alert'],
  prime: ['Prime lost', 'Prime Badge'],
  productCategoryRecentChange: ['Category changed', 'Product Category Change'],
  productDetailsRecentChange: ['Product details changed', 'Product Details Change'],
  salesDrop: ['Sales dropped', 'Sales Drop'],
  searchBan: ['Hidden from search', 'Search Ban'],
  subscribeAndSave: ['Subscribe and save lost', 'Subscribe and Save'],
};
const colours: Readonly<Record<string, Colour>> = { Alert: 'RED', Warning: 'AMBER', Improvement: 'GREEN' };

const time = (at: number): string => new Date(at).toISOString().slice(0, 16);
const nameOf = ({ kind, colour, productId, at }: News): string =>
  `${colour} ${kind} of product ${productId} at ${time(at)}`;

/** The tolerance for settings that are saved within the same seconds in which a mail is composed. */
const closeMs = 120_000;
/** The end of a problem is sent with the next mail, and after this time at the latest. */
const endWaitMs = 43_200_000;
/** Changes of one cause are held for this long at most, until their number is known. */
const othersMs = 300_000;
/** The time after which a waiting mail follows new settings. */
const heedMs = 600_000;

export const isAlertMail = ({ text }: ArrivedMail): boolean => /alerts are on for/.test(text);

/** Returns the faults of the mails about the changes of items. */
export function faultsOfMails(all: Correspondence, circumstances: Circumstances): readonly string[] {
  return [...all.wishes].flatMap(([email, timeline]) => {
    const byMail = new Map<string, ArrivedMail>();
    const faults: string[] = [];
    for (const mail of all.mails) {
      if (mail.to !== email || !isAlertMail(mail)) continue;
      const first = byMail.get(mail.messageId);
      // A mail that arrives twice with one Message-ID, as after a kill, is one mail to its reader, unless it comes much
      // later.
      if (!first) byMail.set(mail.messageId, mail);
      else if (mail.at > arrivedBy(first.at, circumstances))
        faults.push(`a mail of ${time(first.at)} comes again at ${time(mail.at)}`);
    }
    const told = new Map<News, ArrivedMail>();
    for (const mail of byMail.values()) faults.push(...assign(mail, all, told));
    for (const news of all.news) faults.push(...faultsOfNews(news, { all, timeline, told, circumstances }));
    for (const mail of byMail.values()) faults.push(...faultsOfTime(mail, { all, timeline, told, circumstances }));
    return faults.map((fault) => `${email}: ${fault}`);
  });
}

/** Finds the change that each part of a mail reports, and returns a fault for each part without one. */
function assign(mail: ArrivedMail, all: Correspondence, told: Map<News, ArrivedMail>): readonly string[] {
  return mail.text.split('\n\n').flatMap((block) => {
    const [, label = '', name = ''] = /^(Alert|Warning|Improvement): (.*)$/m.exec(block) ?? [];
    const productId = /#pdet-(\d+)/.exec(block)?.[1];
    const colour = colours[label];
    if (!productId || !colour) return [];
    const about = all.news.findLast(
      (news) =>
        !told.has(news) &&
        news.at <= mail.at &&
        news.productId === productId &&
        news.colour === colour &&
        names[news.kind]?.[colour === 'GREEN' ? 1 : 0] === name,
    );
    if (about) told.set(about, mail);
    return about ? [] : [`the mail of ${time(mail.at)} tells of ${label} ${name} of ${productId} for no reason`];
  });
}

interface Reader {
  readonly all: Correspondence;
  readonly timeline: readonly WishesSince[];
  readonly told: ReadonlyMap<News, ArrivedMail>;
  readonly circumstances: Circumstances;
}

function isMuted({ muted }: Correspondence, news: News, [from, to]: readonly [number, number]): boolean {
  return muted.some(
    (period) =>
      period.productId === news.productId && period.kind === news.kind && period.from <= to && period.to >= from,
  );
}

function faultsOfNews(news: News, reader: Reader): readonly string[] {
  const { all, timeline, told } = reader;
  const isWantedBy = (wishes: Wishes): boolean => wants(wishes, news.kind, news.colour);
  const mail = told.get(news);
  if (mail) {
    const mayAtFirst = wishesBetween(timeline, news.at - closeMs, news.at + closeMs).some(isWantedBy);
    const mayAtLast = wishesBetween(timeline, mail.at - closeMs, mail.at + closeMs).some(isWantedBy);
    if (!mayAtFirst || !mayAtLast) return [`${nameOf(news)} is told at ${time(mail.at)} though it is not wanted`];
    const isReleased = mail.at >= (releasedAt(news, all) ?? Infinity);
    const mutedAt = [...(isReleased ? [] : [news.at]), mail.at].find((at) =>
      isMutedThroughout(all, news, [at - closeMs, at + closeMs]),
    );
    if (mutedAt !== undefined) return [`${nameOf(news)} is told at ${time(mail.at)} though the item is muted`];
  }
  const release = releasedAt(news, all);
  const by = deadline({ ...news, at: release ?? news.at }, reader);
  if (mail) return mail.at > by ? [`${nameOf(news)} is told at ${time(mail.at)}, after ${time(by)}`] : [];
  const isMutedMeanwhile = isMuted(all, news, release === null ? [news.at - closeMs, by] : [release + 1, by]);
  const isOut = !news.isDue || by > all.to || isMutedMeanwhile || isBelieved(news, all, told);
  const isTakenBack = (news.colour === 'GREEN' || release !== null) && news.changesAt <= by;
  const versions = wishesBetween(timeline, news.at - closeMs, by);
  if (isOut || isTakenBack || versions.length === 0 || !versions.every(isWantedBy)) return [];
  return [`${nameOf(news)} is not told by ${time(by)}`];
}

/**
 * Returns whether the problem had ended before without a mail about its end, so that people believe that it still
 * lasts.
 */
function isBelieved(news: News, { news: all }: Correspondence, told: Reader['told']): boolean {
  const ofItem = all.filter(({ productId, kind }) => productId === news.productId && kind === news.kind);
  const before = ofItem[ofItem.indexOf(news) - 1];
  return news.colour !== 'GREEN' && before?.colour === 'GREEN' && !told.has(before);
}

/**
 * Returns the end of the mute during which a problem began; `null` if there is none. The problem is told then if it
 * lasts, unless people have unmuted the item, because they have seen the problem.
 */
function releasedAt(news: News, all: Correspondence): number | null {
  const ofItem = all.muted.filter(({ productId, kind }) => productId === news.productId && kind === news.kind);
  let mute = news.colour === 'GREEN' ? undefined : ofItem.find(({ from, to }) => from <= news.at && news.at < to);
  while (mute?.isCutShort === true) {
    const { to } = mute;
    mute = ofItem.find(({ from }) => from === to);
  }
  return mute === undefined || mute.to > news.changesAt ? null : mute.to;
}

function isMutedThroughout(all: Correspondence, news: News, [from, to]: readonly [number, number]): boolean {
  return all.muted.some(
    (period) =>
      period.productId === news.productId && period.kind === news.kind && period.from <= from && period.to >= to,
  );
}

/** Returns the latest instant for a mail about a change, given all settings that the address has had until then. */
function deadline({ at, colour }: News, { all, timeline, circumstances }: Reader): number {
  const others = all.news
    .filter((other) => other.colour !== 'GREEN')
    .map((other) => ({ ...other, at: releasedAt(other, all) ?? other.at }));
  const readyWith = (wishes: Wishes): number => {
    // Alerts that were held are collected from the end of their hold on.
    const collectingMs = wishes.isInstant ? 0 : othersMs + wishes.batchingMinutes * 60_000;
    if (colour !== 'GREEN') return endOfQuiet(wishes, at + collectingMs);
    const waited = endOfQuiet(wishes, at + Math.max(collectingMs, endWaitMs));
    // The end of a problem is sent with the next mail, which is collected until its wait and the quiet hours are over.
    const collected = others.filter((other) => other.at <= waited && wants(wishes, other.kind, other.colour));
    return endOfQuiet(wishes, Math.max(waited, ...collected.map((other) => other.at + collectingMs)));
  };
  const now = wishesAt(timeline, at);
  if (!now) return Infinity;
  const first = arrivedBy(readyWith(now), circumstances);
  const latest = Math.max(...wishesBetween(timeline, at, first).map(readyWith));
  const isChanged = wishesBetween(timeline, at, first).length > 1;
  const ready = endOfQuiet(wishesAt(timeline, latest) ?? now, latest);
  const by = arrivedBy(ready + (isChanged ? heedMs : 0), circumstances);
  // If an outage delayed the mail into quiet hours, the mail may wait for their end.
  return Math.max(by, arrivedBy(endOfQuiet(wishesAt(timeline, by) ?? now, by), circumstances));
}

/**
 * Returns the faults of a mail's time. No mail may come in quiet hours, nor before its oldest news has waited for the
 * batching time.
 */
function faultsOfTime(mail: ArrivedMail, reader: Reader): readonly string[] {
  const { all, timeline, told } = reader;
  const around = wishesBetween(timeline, mail.at - closeMs, mail.at);
  const isAllQuiet = around.every((wishes) => isQuiet(wishes, mail.at) && isQuiet(wishes, mail.at - closeMs));
  const faults = around.length > 0 && isAllQuiet ? [`the mail of ${time(mail.at)} comes in quiet hours`] : [];
  const members = [...told].filter(([, other]) => other === mail).map(([news]) => releasedAt(news, all) ?? news.at);
  const oldest = Math.min(...members);
  const previousAt = Math.max(0, ...[...told.values()].map(({ at }) => at).filter((at) => at < mail.at));
  const collected = all.news.filter(({ at }) => at > previousAt && at < oldest);
  const leftOut = collected.filter((news) => isLeftOut(news, mail, reader)).map(({ at }) => at);
  const since = Math.min(oldest, ...leftOut);
  const versions = members.length === 0 ? [] : wishesBetween(timeline, since - closeMs, mail.at);
  const soonest = Math.min(
    ...versions.map(({ isInstant, batchingMinutes }) => (isInstant ? 0 : batchingMinutes * 60_000)),
  );
  if (versions.length > 0 && mail.at < since + soonest - closeMs)
    faults.push(`the mail of ${time(mail.at)} does not wait for more, though its oldest news is of ${time(oldest)}`);
  return faults;
}

/**
 * Returns whether the mail began to wait because of this alert and then left it out, because people muted its item or
 * turned its colour off meanwhile. The other alerts of the mail do not wait anew for that.
 */
function isLeftOut(news: News, mail: ArrivedMail, { all, timeline, told }: Reader): boolean {
  if (news.colour === 'GREEN' || told.has(news)) return false;
  const isWantedAt = (at: number): boolean => {
    const wishes = wishesAt(timeline, at);
    return wishes !== undefined && wants(wishes, news.kind, news.colour) && !isMuted(all, news, [at, at]);
  };
  return isWantedAt(news.at) && !isWantedAt(mail.at);
}
