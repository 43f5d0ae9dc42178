import { createRandom } from '../world/random.ts';
import type { World } from '../world/world.ts';

/** A product with its number of noise events. Noise varies the format of answers but no fact; 0 means no variation. */
export interface NoisyProduct {
  readonly asin: string;
  readonly noise: number;
}

/** Shuffles a list; the order is stable until the next noise event. `what` names the list within an answer. */
export function shuffleByNoise<T>({ asin, noise }: NoisyProduct, what: string, list: readonly T[]): T[] {
  if (noise === 0) return [...list];
  const random = createRandom(`${asin}:${noise}:${what}`);
  return list
    .map((value) => ({ value, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

/** Returns optional fields, which are missing after noise. */
export const unlessNoisy = (noisy: NoisyProduct, fields: Readonly<Record<string, unknown>>): object =>
  noisy.noise === 0 ? fields : {};

/** Returns an amount in whole units; noise adds trailing zeros, such as 24.90 for 24.9. */
export const decimal = (noisy: NoisyProduct, cents: number): unknown =>
  noisy.noise === 0 ? cents / 100 : rawJson((cents / 100).toFixed(2));

/** Returns an amount as text: 24.90, or 24.9 after noise. */
export const decimalText = (noisy: NoisyProduct, cents: number): string =>
  noisy.noise === 0 ? (cents / 100).toFixed(2) : String(cents / 100);

/** Returns a picture address; noise adds one of Amazon's display modifiers, which refers to the same picture. */
export function pictureLink(world: World, noisy: NoisyProduct, width: 75 | 500): string {
  const link = world.pictureUrl(noisy.asin, width);
  return noisy.noise === 0 ? link : link.replace('.png', `._AC_V${noisy.noise}_.png`);
}

/** Returns a number that JSON.stringify writes literally. JSON.rawJSON is missing in TypeScript's library types. */
function rawJson(text: string): unknown {
  const raw: unknown = Reflect.get(JSON, 'rawJSON');
  return typeof raw === 'function' ? raw.call(JSON, text) : Number(text);
}
