import * as z from 'zod/mini';
import { sensitivities, type PanelField, type Sensitivity } from './define.ts';

export const sensitivitySetting = z._default(z.enum(sensitivities), 'MEDIUM');

export const sensitivityField: PanelField = {
  label: 'Sensitivity',
  help: 'High speaks at the first check that finds a change, medium when 2 checks in a row agree, low when 4 do',
  widget: 'sensitivity',
};

const checksNeeded: Readonly<Record<Sensitivity, number>> = { HIGH: 1, MEDIUM: 2, LOW: 4 };

const value = z.nullable(z.string());
const doubted = z.object({ name: z.string(), value, checks: z.int() });
/** The confirmed text of each value, and the differing texts that the latest checks have seen but not yet confirmed. */
export const settledMemory = z.object({
  values: z.record(z.string(), z.string()),
  doubts: z.array(doubted),
  /** When the latest counted check began. */
  seenAt: z.nullable(z.iso.datetime()),
});
export type SettledValues = z.output<typeof settledMemory>;

interface Check {
  /** The values that this check has found. If a name is absent, the value is gone. */
  readonly seen: Readonly<Record<string, string>>;
  readonly seenAt: Date | null;
  readonly sensitivity: Sensitivity;
}

/**
 * Replaces a confirmed value by a new one after as many equal checks in a row as the sensitivity demands; a check that
 * differs restarts the count. The first check confirms all its values immediately, as the baseline.
 */
export function settle(before: SettledValues | null, { seen, seenAt, sensitivity }: Check): SettledValues {
  if (!before) return { values: { ...seen }, doubts: [], seenAt: seenAt?.toISOString() ?? null };
  const counts = seenAt !== null && (before.seenAt === null || seenAt.toISOString() > before.seenAt);
  const settled = new Map(Object.entries(before.values));
  const latest = new Map(Object.entries(seen));
  const doubts: SettledValues['doubts'] = [];
  for (const name of [...new Set([...settled.keys(), ...latest.keys()])].toSorted()) {
    const now = latest.get(name) ?? null;
    if (now === (settled.get(name) ?? null)) continue;
    const former = before.doubts.find((one) => one.name === name && one.value === now);
    const checks = (former?.checks ?? 0) + (counts ? 1 : 0);
    if (checks < checksNeeded[sensitivity]) doubts.push({ name, value: now, checks });
    else if (now === null) settled.delete(name);
    else settled.set(name, now);
  }
  const lastAt = counts ? seenAt.toISOString() : before.seenAt;
  return { values: Object.fromEntries(settled), doubts, seenAt: lastAt };
}

/** Returns whether the next check must be judged even if it finds nothing new, because it may confirm a value. */
export const awaitsCheck = ({ doubts }: SettledValues): boolean => doubts.length > 0;
