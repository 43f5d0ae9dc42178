/**
 * The item to which a key leads; null for other keys. `at` is the current item, -1 for none. Arrows wrap around; a
 * letter leads to the next item that begins with it.
 */
export function itemForKey(key: string, labels: readonly string[], at: number): number | null {
  const count = labels.length;
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return null;
  const letter = key.toLowerCase();
  for (let step = 1; step <= count; step += 1) {
    const index = (at + step + count) % count;
    if (labels[index]?.trim().toLowerCase().startsWith(letter)) return index;
  }
  return null;
}
