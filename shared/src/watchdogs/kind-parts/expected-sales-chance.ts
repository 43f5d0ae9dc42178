/** Above this count, summing takes too long; the normal distribution is then accurate enough. */
const SUMMED_AT_MOST = 5_000;

/**
 * The probability of `seen` or fewer units when `mean` are expected: the lower tail of the negative binomial
 * distribution with variance mean + excess × mean². Without excess it is Poisson's.
 */
export function chanceOfSoFew(seen: number, mean: number, excess: number): number {
  if (mean <= 0) return 1;
  if (seen > SUMMED_AT_MOST) return normalTail((seen + 0.5 - mean) / Math.sqrt(mean + excess * mean * mean));
  const size = 1 / Math.max(excess, 1e-6);
  const odds = mean / (mean + size);
  let logTerm = -size * Math.log1p(mean / size);
  let sum = 0;
  for (let count = 0; count <= seen; count += 1) {
    sum += Math.exp(logTerm);
    logTerm += Math.log(((size + count) / (count + 1)) * odds);
  }
  return Math.min(1, sum);
}

/** Abramowitz and Stegun 26.2.17, accurate to seven digits. */
function normalTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const upper = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * poly;
  return z > 0 ? 1 - upper : upper;
}
