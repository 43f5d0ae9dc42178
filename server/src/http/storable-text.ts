/** PostgreSQL refuses U+0000 and lone surrogates in text; neither has a meaning in anything that people type. */
export function isStorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (Array.isArray(value)) return value.every(isStorableText);
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorableText(inner));
  }
  return true;
}
