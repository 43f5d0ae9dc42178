/**
 * Whether PostgreSQL can store every text in the value: it refuses U+0000 and lone surrogates, which have no meaning
 * in text that people type. A loop instead of recursion, because a body of 1 MB can nest half a million lists.
 */
export function isStorableText(value: unknown): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') {
      if (!next.isWellFormed() || next.includes('\0')) return false;
    } else if (Array.isArray(next)) {
      for (const inner of next) waiting.push(inner);
    } else if (next !== null && typeof next === 'object') {
      for (const [key, inner] of Object.entries(next)) waiting.push(key, inner);
    }
  }
  return true;
}
