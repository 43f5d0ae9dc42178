import type { Judgement, Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { Facts } from '@app/shared/watchdogs/facts/observations.ts';

type JudgeInput = Parameters<Watchdog['judge']>[0];

export interface WatchdogSetup {
  readonly kind: Watchdog;
  readonly marketplace: string;
  readonly settings?: unknown;
  readonly own?: unknown;
}

/** State of one watchdog of a product between two observations. */
export interface WatchdogState {
  readonly memory: unknown;
  readonly item: JudgeInput['item'];
}

export const initialState: WatchdogState = { memory: null, item: null };

interface JudgedObservation {
  readonly kept: WatchdogState;
  /**
   * Whether the judgement is a new warning or alert, or one about another subject, about which users would be notified.
   */
  readonly isAlarm: boolean;
  /** Whether a warning became an alert. */
  readonly isWorse: boolean;
  readonly judgement: Judgement<unknown> | null;
}

const statusOf = { ok: 0, improved: 0, warning: 1, alert: 2 } as const;

/** Judges one observation like the product; without a verdict the state does not change. */
export function judgeObservation(
  setup: WatchdogSetup,
  before: WatchdogState,
  look: { now: Partial<Facts>; at: Date },
): JudgedObservation {
  const { kind, marketplace, settings = {}, own = {} } = setup;
  const judgement = kind.judge({
    ...look,
    settings,
    own,
    memory: before.memory,
    item: before.item,
    product: { asin: 'B0EXAMPLE1', marketplace, sellerKeys: ['OURS'] },
    sellerNames: new Map(),
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
