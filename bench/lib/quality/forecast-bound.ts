/** A window of days beside its forecast: how improbable it was, and its share of what was expected. */
export interface ScoredWindow {
  /** Units per day before the window. */
  readonly level: number;
  readonly chance: number;
  readonly ratio: number;
}

/**
 * The share of drops that the best threshold on the real errors of the forecast finds: one that is chosen knowing the
 * quiet windows, so that the allowed share of them raises false alarms. Poisson's bound knows the true level, which no
 * forecast does.
 */
export function forecastBound(
  drops: readonly ScoredWindow[],
  { quiet, falseShare }: { readonly quiet: readonly ScoredWindow[]; readonly falseShare: number },
): number | null {
  if (drops.length === 0 || quiet.length * falseShare < 1) return null;
  const foundBy = (score: (window: ScoredWindow) => number): number => {
    const threshold = quiet.map(score).toSorted((a, b) => a - b)[Math.floor(quiet.length * falseShare)] ?? 0;
    return drops.filter((drop) => score(drop) < threshold).length / drops.length;
  };
  return Math.max(
    foundBy(({ chance }) => chance),
    foundBy(({ ratio }) => ratio),
  );
}
