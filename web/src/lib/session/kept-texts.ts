/** The named query parameters that are there and are texts, as they were sent; everything else is left out. */
export function keptTexts<Name extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): { readonly [Kept in Name]?: string } {
  const kept: { [Kept in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') kept[name] = value;
  }
  return kept;
}

/** What a link may bring to the sign-up: a code, who referred, an address, and the marketplace's own flow. */
export const signUpParameters = [
  'code',
  'ref',
  'email',
  'amazon_callback_uri',
  'amazon_state',
  'selling_partner_id',
] as const;
