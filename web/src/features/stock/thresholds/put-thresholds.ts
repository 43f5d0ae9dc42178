import { ApiError, asSentence } from '../../../lib/http/api-error.ts';
import { stockKinds } from '../../products/stock-kinds.ts';
import type { OwnThresholds } from '../../products/stock-state.ts';

export interface ThresholdChange {
  readonly from: OwnThresholds;
  readonly to: OwnThresholds;
}

interface Attempt {
  /** Sends the own settings of one kind. */
  readonly send: (type: string, body: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** The kinds that attempts have sent. What is saved of them may not be known here, so that they are sent each time. */
  readonly tried: Set<string>;
}

interface Half {
  readonly type: string;
  readonly label: string;
  readonly names: readonly (keyof OwnThresholds)[];
  bodyOf(thresholds: OwnThresholds): Readonly<Record<string, unknown>>;
}

/** The thresholds belong to two kinds, each with a call of its own. */
const halves: readonly Half[] = [
  {
    type: stockKinds.amazon,
    label: 'The days',
    names: ['alertDays', 'warningDays', 'lookbackDays'],
    bodyOf: ({ alertDays, warningDays, lookbackDays }) => ({
      alertDays,
      warningDays,
      velocityLookbackDays: lookbackDays,
    }),
  },
  {
    type: stockKinds.own,
    label: 'The alert at your own units',
    names: ['alertUnits'],
    bodyOf: ({ alertUnits }) => ({ alertThreshold: alertUnits }),
  },
];

/**
 * Sends what has changed. Returns `null`, or the text about a failure, which names the half that was saved before it: the
 * thresholds that apply are then neither the ones from before nor the ones that were typed.
 */
export async function putThresholds({ from, to }: ThresholdChange, { send, tried }: Attempt): Promise<string | null> {
  const saved: string[] = [];
  for (const { type, label, names, bodyOf } of halves) {
    if (!tried.has(type) && names.every((name) => from[name] === to[name])) continue;
    tried.add(type);
    try {
      await send(type, bodyOf(to));
    } catch (error) {
      const [before] = saved;
      const what =
        before === undefined ? 'The thresholds were not saved.' : `${before} were saved. ${label} was not saved.`;
      return `${what} ${reasonOf(error)}`;
    }
    saved.push(label);
  }
  return null;
}

/** Returns what to do: a refusal says what is wrong with the thresholds; other failures may not happen again. */
const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 400 ? asSentence(error.message) : 'Please try again.';
