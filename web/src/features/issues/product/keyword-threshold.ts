import { worstThreshold } from '@app/shared/domain/keyword.ts';

/** What was typed as a threshold: nothing, and what is below 1, alerts nobody; `undefined` is no threshold at all. */
export function thresholdOf(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value > worstThreshold) return undefined;
  return value > 0 ? value : null;
}
