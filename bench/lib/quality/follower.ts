import type { Judgement, Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { Facts } from '@app/shared/watchdogs/facts/observations.ts';

type JudgeInput = Parameters<Watchdog['judge']>[0];

export interface Follower {
  readonly kind: Watchdog;
  readonly marketplace: string;
  readonly settings?: unknown;
  readonly own?: unknown;
}

/** What a product keeps of one kind between two looks. */
export interface Kept {
  readonly memory: unknown;
  readonly item: JudgeInput['item'];
}

export const nothingKept: Kept = { memory: null, item: null };

export interface Followed {
  readonly kept: Kept;
  /** Red or amber that was not there before, or that is about something else: what people would be told. */
  readonly isAlarm: boolean;
  /** An alarm that grew from amber to red. */
  readonly isWorse: boolean;
  readonly judgement: Judgement<unknown> | null;
}

const statusOf = { ok: 0, improved: 0, warning: 1, alert: 2 } as const;

/** One look, judged as the product does: without a verdict all stays as it was. */
export function follow(follower: Follower, before: Kept, look: { now: Partial<Facts>; at: Date }): Followed {
  const { kind, marketplace, settings = {}, own = {} } = follower;
  const judgement = kind.judge({
    ...look,
    settings,
    own,
    memory: before.memory,
    item: before.item,
    product: { asin: 'B0EXAMPLE1', marketplace, sellerKeys: ['OURS'] },
    seenAt: look.at,
  });
  if (!judgement) return { kept: before, isAlarm: false, isWorse: false, judgement };
  const status = statusOf[judgement.verdict];
  const former = before.item ?? { status: 0, about: null };
  const isNew = former.status === 0 || (judgement.about !== former.about && judgement.isFewer !== true);
  return {
    kept: { memory: judgement.memory, item: { status, about: judgement.about } },
    isAlarm: status > 0 && isNew,
    isWorse: status > former.status && !isNew,
    judgement,
  };
}
