import { ApiError, asSentence } from '../../../lib/http/api-error.ts';
import { stockKinds } from '../../products/stock-kinds.ts';
import type { OwnThresholds } from '../../products/stock-state.ts';

export interface ThresholdChange {
  readonly from: OwnThresholds;
  readonly to: OwnThresholds;
}

type Settings = Readonly<Record<string, unknown>>;

interface Attempt {
  /** Sends own settings of one kind, with the saved ones that they replace; `null` replaces all, whatever is saved. */
  readonly send: (type: string, settings: Settings, seen: Settings | null) => Promise<unknown>;
  /**
   * The kinds that failed attempts may have saved. Their saved settings are not known here, so that all are sent again.
   */
  readonly tried: Set<string>;
}

type Name = keyof OwnThresholds;

interface Half {
  readonly type: string;
  readonly label: string;
  /** The settings of the kind by the names of the thresholds. */
  readonly settings: Partial<Readonly<Record<Name, string>>>;
}

/** The thresholds belong to two kinds, each with a call of its own. */
const halves: readonly Half[] = [
  {
    type: stockKinds.amazon,
    label: 'The days',
    settings: { alertDays: 'alertDays', warningDays: 'warningDays', lookbackDays: 'velocityLookbackDays' },
  },
  {
    type: stockKinds.own,
    label: 'The alert at your own units',
    settings: { alertUnits: 'alertThreshold' },
  },
];

/**
 * Sends what has changed. Returns `null`, or the text about a failure, which names the half that was saved before it: the
 * thresholds that apply are then neither the ones from before nor the ones that were typed.
 */
export async function putThresholds({ from, to }: ThresholdChange, { send, tried }: Attempt): Promise<string | null> {
  const saved: string[] = [];
  for (const { type, label, settings } of halves) {
    const names = (Object.keys(settings) as Name[]).filter((name) => tried.has(type) || from[name] !== to[name]);
    if (names.length === 0) continue;
    const pick = (thresholds: OwnThresholds): Settings =>
      Object.fromEntries(names.map((name) => [settings[name], thresholds[name]]));
    try {
      await send(type, pick(to), tried.has(type) ? null : pick(from));
    } catch (error) {
      if (!isRefusal(error)) tried.add(type);
      const [before] = saved;
      const what =
        before === undefined ? 'The thresholds were not saved.' : `${before} were saved. ${label} was not saved.`;
      return `${what} ${reasonOf(error)}`;
    }
    saved.push(label);
  }
  return null;
}

/** True if the server has saved nothing; after any other failure it may have. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 400 || error.code === 'settingsOvertaken');

/** Returns what to do: a refusal says what is wrong with the thresholds; other failures may not happen again. */
function reasonOf(error: unknown): string {
  if (!isRefusal(error)) return 'Please try again.';
  return error.status === 400 ? asSentence(error.message) : 'Somebody else has changed them at the same time.';
}
