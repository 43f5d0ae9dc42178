import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { createRandom, type Random } from '../../../sandbox/src/world/random.ts';

/** The kinds of temporary outages of services outside of the product. */
const storms = [
  'market refuses',
  'market silent',
  'market fails',
  'market throttles',
  'market garbled',
  'market late',
  'mail refuses',
  'mail silent',
  'database cut',
  'push silent',
] as const;
type Storm = (typeof storms)[number];

export interface StormPeriod {
  readonly storm: Storm;
  readonly from: number;
  readonly to: number;
}

/** The outages of a run. Their times follow from the seed, so that the judge can know them. */
export interface Weather {
  readonly periods: readonly StormPeriod[];
  isOn(storm: Storm, at: number): boolean;
}

const between = { least: 30 * hourMs, most: 150 * hourMs };
const shortest = 5 * minuteMs;
const longest = 6 * hourMs;

export function drawWeather(seed: string, { from, to }: { from: number; to: number }): Weather {
  const random = createRandom(`${seed}:weather`);
  const periods: StormPeriod[] = [];
  for (let at = from + random.int(between.least, between.most); at < to;) {
    const length = lengthOf(random);
    periods.push({ storm: random.pick(storms), from: at, to: at + length });
    at += length + random.int(between.least, between.most);
  }
  return {
    periods,
    isOn: (storm, at) => periods.some((period) => period.storm === storm && period.from <= at && at < period.to),
  };
}

/** Returns a random length in milliseconds; most outages are short. */
const lengthOf = (random: Random): number => Math.round(shortest * (longest / shortest) ** random.next());
