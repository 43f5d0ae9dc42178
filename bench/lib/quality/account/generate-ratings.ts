import { dayMs } from '@app/shared/base/time.ts';
import type { Random } from '../../../../sandbox/src/world/random.ts';
import type { Rating, DatedValue } from './account-series.ts';

interface Ratings {
  readonly seen: readonly DatedValue<Rating>[];
  /** Lasting falls of the rating, each with the period in which it must be reported. */
  readonly falls: readonly { readonly from: number; readonly to: number }[];
}

/**
 * Generates ratings whose number grows. Sometimes a few ratings disappear and come back, on some products the stars
 * vary by a tenth, and rarely a fall lasts.
 */
export function generateRatings(random: Random, { looks }: { readonly looks: readonly number[] }): Ratings {
  const perLook = 1 / looks.length;
  const first = Math.round(Math.exp(random.next() * Math.log(4000)));
  const usual = random.int(38, 48);
  const flutters = random.chance(0.05);
  const fallsAt = random.chance(0.04) ? random.int(4, Math.max(4, looks.length - 10)) : Infinity;
  const losesStars = random.chance(0.5);
  const lost = Math.ceil(first * (0.04 + random.next() * 0.1));
  let count = first;
  let missing = { ratings: 0, until: 0 };
  const seen = looks.map((at, look) => {
    count += random.chance(Math.min(0.5, first / 2000)) ? 1 : 0;
    if (missing.until <= look) {
      const isFew = random.chance(0.6 * perLook);
      const isMany = !isFew && first >= 50 && random.chance(0.05 * perLook);
      const ratings = isFew ? random.int(1, 4) : isMany ? Math.ceil(first * 0.08) : 0;
      missing = { ratings: Math.min(ratings, count - 1), until: look + random.int(1, 6) };
    }
    const hasFallen = look >= fallsAt;
    const tenths = usual - (hasFallen && losesStars ? 5 : 0) + (flutters && random.chance(0.2) ? 1 : 0);
    const left = count - missing.ratings - (hasFallen && !losesStars ? lost : 0);
    return { at: new Date(at), value: { tenths, count: Math.max(0, left) } };
  });
  const at = looks[fallsAt];
  // The watchdog reports nothing for fewer than ten ratings, nor a fall as small as the usual disappearances.
  const isTold = first >= (losesStars ? 10 : 60);
  return { seen, falls: at === undefined || !isTold ? [] : [{ from: at, to: at + 8 * dayMs }] };
}
