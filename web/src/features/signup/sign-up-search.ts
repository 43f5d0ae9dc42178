/** What a link may bring to the sign-up: a code, who referred, an address, and the marketplace's own flow. */
export interface SignUpSearch {
  readonly code?: string;
  readonly ref?: string;
  readonly email?: string;
  readonly amazon_callback_uri?: string;
  readonly amazon_state?: string;
  readonly selling_partner_id?: string;
}

const names = ['code', 'ref', 'email', 'amazon_callback_uri', 'amazon_state', 'selling_partner_id'] as const;

/** Keeps these parameters as they were sent, so that they survive the way between sign-up and log-in. */
export function parseSignUpSearch(search: Readonly<Record<string, unknown>>): SignUpSearch {
  const kept = names.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(kept);
}
