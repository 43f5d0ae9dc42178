import { worstThreshold } from '@app/shared/domain/inputs/keyword.ts';

/**
 * Parses a typed threshold. An empty text and numbers below 1 give `null`, which means no alerts; other texts give
 * `undefined`.
 */
export function thresholdOf(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value > worstThreshold) return undefined;
  return value > 0 ? value : null;
}
