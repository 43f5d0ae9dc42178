/** The named query parameters that are non-empty texts, unchanged; all others are left out. */
export function pickTexts<Name extends string>(
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

/** The parameters of a link to the sign-up: a code, a referrer, an address, and the marketplace's own flow. */
export const signUpParameters = [
  'code',
  'ref',
  'email',
  'amazon_callback_uri',
  'amazon_state',
  'selling_partner_id',
] as const;

/** The parameters with which a program of others asks for access. They survive a log-in. */
export const consentParameters = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const;

/** Other services choose these parameters and get them back unchanged, so they are read only as texts. */
export const textsOfOthers: ReadonlySet<string> = new Set([...signUpParameters, ...consentParameters]);
