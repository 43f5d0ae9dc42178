import { isMutedAt } from '@app/shared/domain/muting.ts';
import { isNewsForNobody } from '@app/shared/watchdogs/model/recipients.ts';
import { changeOf, type ItemChange, type StoredItem } from './change.ts';
import { flipOf, type FlipRow } from './flip.ts';
import type { LoadedBatch, Subject } from './load.ts';
import { defaultsFor, withDefaults } from '@app/shared/watchdogs/model/default-settings.ts';
import { minimumMinutesOf, ownSettingsOf } from '../settings/stored-settings.ts';
import { occasionOf } from '../settings/tenant-features.ts';

/** The rows that a batch of evaluations has to write. */
export interface Decisions {
  /** Changes that the dashboard shows. */
  readonly shown: readonly ItemChange[];
  /** Changes of a watchdog's memory and of the time of the next evaluation only, which the dashboard does not show. */
  readonly hidden: readonly ItemChange[];
  /** Items that are not evaluated again until their facts change or their product is tracked again. */
  readonly resting: readonly string[];
  readonly flips: readonly FlipRow[];
}

/** Judges every subject of a batch. Pure: everything it needs was loaded before. */
export function decide({ subjects, unjudgeable, rules }: LoadedBatch, at: Date): Decisions {
  const shown: ItemChange[] = [];
  const hidden: ItemChange[] = [];
  const resting: string[] = [...unjudgeable];
  const sellerNames = new Map(rules.sellerNames);
  const flips: FlipRow[] = [];
  for (const subject of subjects) {
    const change = judgeSubject(subject, { rules, sellerNames, at });
    if (change === 'unknown') {
      // An observation that lacks the needed facts must not cancel an evaluation that is due by time, at the end of a
      // window.
      if (subject.seenAt === null) resting.push(subject.itemId);
    } else if (change) {
      (change.isShown ? shown : hidden).push(change);
      if (change.isFlip) flips.push(addressFlip(change, { subject, rules, at }));
    }
  }
  return { shown, hidden, resting, flips };
}

interface Judging {
  readonly rules: LoadedBatch['rules'];
  readonly sellerNames: ReadonlyMap<string, string>;
  readonly at: Date;
}

/** Judges one item. Returns `unknown` if the watchdog lacks facts, `null` if nothing about the item changes. */
function judgeSubject(subject: Subject, { rules, sellerNames, at }: Judging): ItemChange | 'unknown' | null {
  const { itemId, watchdog, product, item, facts, seenAt } = subject;
  const { type } = watchdog;
  const judgement = watchdog.judge({
    now: facts,
    settings: rules.settings[type],
    own: ownSettingsIn(rules, subject),
    seenAt,
    memory: item?.memory ?? null,
    item: judgedItem(item),
    product,
    sellerNames,
    at,
  });
  if (!judgement) return 'unknown';
  return changeOf({ itemId, productId: product.productId, type, item, judgement, at });
}

/** The item's own settings; those that are not set come from the defaults of its brand and seller account. */
function ownSettingsIn({ defaults }: LoadedBatch['rules'], { watchdog, item, product }: Subject): unknown {
  const stored = item?.settings ?? null;
  const ofKind = defaults.filter(({ type }) => type === watchdog.type);
  if (ofKind.length === 0) return stored;
  const heir = { sellerId: product.sellerAccountId, brand: product.brand };
  return withDefaults(ownSettingsOf(watchdog, stored), defaultsFor(ofKind, heir));
}

/** An item that is still initializing counts as never judged. */
function judgedItem(item: StoredItem | null): { status: 0 | 1 | 2; about: string | null } | null {
  if (!item || (item.status !== 0 && item.status !== 1 && item.status !== 2)) return null;
  return { status: item.status, about: item.about };
}

interface FlipCause {
  readonly subject: Subject;
  readonly rules: LoadedBatch['rules'];
  readonly at: Date;
}

function addressFlip(change: ItemChange, { subject, rules, at }: FlipCause): FlipRow {
  const { watchdog, product, item } = subject;
  const isMuted = isMutedAt(item?.mutedUntil ?? null, at);
  const occasion = occasionOf(rules.features, { type: change.type, isMuted });
  return flipOf({
    change,
    watchdog,
    recipients: rules.recipients,
    channels: rules.channels,
    sellerAccountId: product.sellerAccountId,
    cause: change.cause ?? (product.brand === null ? '' : `brand ${product.brand}`),
    isSilent: isNewsForNobody(occasion),
    isMuted: isMuted && !isNewsForNobody({ ...occasion, isMuted: false }),
    calmedAt: item?.calmedAt ?? null,
    calmUntil: item?.calmUntil ?? null,
    calmPauses: item?.calmPauses ?? 0,
    apartFrom: item?.apartFrom ?? null,
    minimumMinutes: minimumMinutesOf(rules.settings[change.type]),
    at,
  });
}
