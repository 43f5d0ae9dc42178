/** Only where it was: what follows in an address may be a token, a code or somebody's address. */
export function placeOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '';
}

const replacements: readonly (readonly [RegExp, string])[] = [
  // The values of parameters, also of addresses inside a stack.
  [/([?#&][\w.~-]+=)[^\s&#)"'`]+/g, '$1…'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 …'],
  [/[^\s@<>"'()=]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  // Tokens, hashes and ids; file names of builds are shorter.
  [/[\w-]{32,}/g, '[…]'],
];

/** What people's browsers tell, without what nobody may read in a log. */
export const withoutSecrets = (text: string): string =>
  replacements.reduce((cleaned, [pattern, replacement]) => cleaned.replaceAll(pattern, replacement), text);
