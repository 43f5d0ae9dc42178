import { textsOfOthers } from '../lib/session/pick-texts.ts';

/**
 * Reads query parameters as plain texts: the router's own parser would read `amazon_state=0012e3` as a number and
 * return another state to the marketplace. Only our lists of texts (filters) are written as JSON, never the parameters
 * that other services have sent.
 */
export const parsePlainSearch = (search: string): Record<string, string | readonly string[]> =>
  Object.fromEntries(
    [...new URLSearchParams(search)].map(([name, text]) => [
      name,
      textsOfOthers.has(name) ? text : (listOf(text) ?? text),
    ]),
  );

export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue;
    parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function listOf(text: string): readonly string[] | null {
  if (!text.startsWith('["')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : null;
  } catch {
    return null;
  }
}
