import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { stockKinds } from '../../products/stock-kinds.ts';
import { NO_THRESHOLD } from '@app/shared/watchdogs/model/no-threshold.ts';
import {
  applyTo,
  type DefaultThresholds,
  type OwnThreshold,
  type OwnThresholds,
  type Thresholds,
} from '../../products/stock-state.ts';

/** The texts in the fields of the dialog, as typed. */
type ThresholdDraft = Readonly<Record<keyof Thresholds, string>>;

const most = { alertDays: 1_000_000, warningDays: 1_000_000, alertUnits: 1_000_000, lookbackDays: 120 } as const;
const usualLookbackDays = 30;

const text = (bound: OwnThreshold): string => (bound === null ? '' : String(bound));

export const draftOf = (thresholds: OwnThresholds): ThresholdDraft => ({
  alertDays: text(thresholds.alertDays),
  warningDays: text(thresholds.warningDays),
  alertUnits: text(thresholds.alertUnits),
  lookbackDays: text(thresholds.lookbackDays),
});

/** The texts that a person has typed, and those that stood in these fields before. */
export interface TypedThresholds {
  readonly typed: Partial<ThresholdDraft>;
  readonly seen: Partial<ThresholdDraft>;
}

/** Types over a field whose saved threshold is shown, or goes on typing in it. */
export function typeOver(
  { typed, seen }: TypedThresholds,
  stored: ThresholdDraft,
  [name, value]: readonly [keyof Thresholds, string],
): TypedThresholds {
  const isGoingOn = typed[name] !== undefined && typed[name] !== stored[name];
  return {
    typed: { ...typed, [name]: value },
    seen: isGoingOn ? seen : { ...seen, [name]: stored[name] },
  };
}

/** The thresholds that somebody else has saved, to another value, since they were typed over. */
export const overtakenBy = ({ typed, seen }: TypedThresholds, stored: ThresholdDraft): readonly (keyof Thresholds)[] =>
  (Object.keys(typed) as (keyof Thresholds)[]).filter(
    (name) => stored[name] !== seen[name] && stored[name] !== typed[name],
  );

export const overtakenText = (label: string, stored: string): string =>
  `Somebody else has ${stored === '' ? `emptied “${label}”` : `set “${label}” to ${stored}`} meanwhile: saving replaces that.`;

type ThresholdReading =
  | { readonly ok: true; readonly thresholds: OwnThresholds }
  | { readonly ok: false; readonly wrong: Partial<Record<keyof Thresholds, string>> };

/**
 * An empty threshold means the default, or no threshold if there is no default. The sign for no threshold takes no
 * default. An empty lookback means the usual one.
 */
export function readDraft(draft: ThresholdDraft, defaults: DefaultThresholds = {}): ThresholdReading {
  const read = {
    alertDays: readThreshold(draft.alertDays),
    warningDays: readThreshold(draft.warningDays),
    alertUnits: readThreshold(draft.alertUnits),
    lookbackDays: readNumber(draft.lookbackDays) ?? usualLookbackDays,
  };
  const wrong: Partial<Record<keyof Thresholds, string>> = {};
  for (const name of ['alertDays', 'warningDays', 'alertUnits', 'lookbackDays'] as const) {
    const least = name === 'lookbackDays' ? 1 : 0;
    const value = read[name];
    if (value === null || value === NO_THRESHOLD || (Number.isInteger(value) && value >= least && value <= most[name]))
      continue;
    wrong[name] = name === 'lookbackDays' ? '1 to 120' : 'A whole number, or empty';
  }
  const rule = brokenRule(applyTo(read, defaults));
  if (rule !== null) wrong.warningDays ??= rule;
  return Object.keys(wrong).length > 0 ? { ok: false, wrong } : { ok: true, thresholds: read };
}

/** Returns the watchdog's rule that these two thresholds break together; the server refuses such thresholds too. */
function brokenRule({ alertDays, warningDays }: Pick<Thresholds, 'alertDays' | 'warningDays'>): string | null {
  const rule = watchdogOf(stockKinds.amazon)?.findContradiction({ alertDays, warningDays })?.rule;
  return rule === undefined ? null : `Not possible: ${rule}`;
}

const readThreshold = (typed: string): OwnThreshold => (typed === NO_THRESHOLD ? typed : readNumber(typed));

const readNumber = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));
