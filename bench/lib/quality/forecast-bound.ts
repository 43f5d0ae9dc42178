/**
 * A window of days compared with its forecast: `chance` is its probability, `ratio` its share of the expected units.
 */
export interface ScoredWindow {
  /** Units per day before the window. */
  readonly level: number;
  readonly chance: number;
  readonly ratio: number;
}

/**
 * Returns the share of drops that the best threshold on the real errors of the forecast would find. This threshold is
 * chosen with knowledge of the quiet windows, so that exactly the allowed share of them raises false alarms. Poisson's
 * bound instead knows the true level, which no forecast does.
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
