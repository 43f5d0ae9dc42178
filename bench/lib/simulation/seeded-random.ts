import type { Random } from '../../../server/src/lib/random.ts';
import { createRandom } from '../../../sandbox/src/world/random.ts';

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** The random source that the product and the sandbox get: their ids and waits repeat with the seed. */
export function seededRandom(seed: string): Random {
  const random = createRandom(seed);
  const word = (): number => Math.floor(random.next() * 0x1_0000_0000);
  const uuid = (): string => {
    const digits = Array.from({ length: 4 }, () => hex(word(), 8)).join('');
    const [first, second] = [digits.slice(0, 8), digits.slice(8, 12)];
    return `${first}-${second}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
  };
  return {
    fraction: () => random.next(),
    uuid,
    token: () => Array.from({ length: 8 }, () => hex(word(), 8)).join(''),
  };
}
