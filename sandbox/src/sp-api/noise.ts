import { createRandom } from '../world/random.ts';
import type { World } from '../world/world.ts';

/** A product whose answers were turned round this many times without a fact changing; 0 is Amazon's usual order. */
export interface Noisy {
  readonly asin: string;
  readonly noise: number;
}

/** The same list in another order, the same one until the next noise. `what` keeps lists of one answer apart. */
export function turned<T>({ asin, noise }: Noisy, what: string, list: readonly T[]): T[] {
  if (noise === 0) return [...list];
  const random = createRandom(`${asin}:${noise}:${what}`);
  return list
    .map((value) => ({ value, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

/** Fields that an answer has on good days only. */
export const optional = (noisy: Noisy, fields: Readonly<Record<string, unknown>>): object =>
  noisy.noise === 0 ? fields : {};

/** An amount in whole units; noise writes 24.9 as 24.90 and 0 as 0.00, which is the same number. */
export const decimal = (noisy: Noisy, cents: number): unknown =>
  noisy.noise === 0 ? cents / 100 : rawJson((cents / 100).toFixed(2));

/** An amount as text: 24.90, and after noise 24.9. */
export const decimalText = (noisy: Noisy, cents: number): string =>
  noisy.noise === 0 ? (cents / 100).toFixed(2) : String(cents / 100);

/** Where a picture is; noise puts one of Amazon's modifiers into its name, behind which is the same picture. */
export function pictureLink(world: World, noisy: Noisy, width: 75 | 500): string {
  const link = world.pictureUrl(noisy.asin, width);
  return noisy.noise === 0 ? link : link.replace('.png', `._AC_V${noisy.noise}_.png`);
}

/** Puts text into JSON as it stands; the engine knows it, the language's own types do not yet. */
function rawJson(text: string): unknown {
  const raw: unknown = Reflect.get(JSON, 'rawJSON');
  return typeof raw === 'function' ? raw.call(JSON, text) : Number(text);
}
