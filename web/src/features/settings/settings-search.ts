export interface SettingsSearch {
  /** The result of an authorisation in the address: `connected=1`, or a code of the error catalogue. */
  readonly connected?: '1';
  readonly authorizationError?: string;
  /** Specification, section 2: "billing address requested unless 'true'". */
  readonly skipbillingaddress?: 'true';
}

export function parseSettingsSearch(search: Readonly<Record<string, unknown>>): SettingsSearch {
  const error = search['authorizationError'];
  return {
    ...(search['connected'] === '1' && { connected: '1' as const }),
    ...(search['skipbillingaddress'] === 'true' && { skipbillingaddress: 'true' as const }),
    ...(typeof error === 'string' && { authorizationError: error }),
  };
}
