interface SettingsSearch {
  /**
   * The result of an authorisation in the address: `connected=1`, `connected=again` for an account that was connected
   * before, or a code of the error catalogue.
   */
  readonly connected?: '1' | 'again';
  readonly authorizationError?: string;
  /** The result of a consent at another service: the service, or a code of the error catalogue. */
  readonly connectedTo?: string;
  readonly connectionError?: string;
  /** Specification, section 2: "billing address requested unless 'true'". */
  readonly skipbillingaddress?: 'true';
}

export function parseSettingsSearch(search: Readonly<Record<string, unknown>>): SettingsSearch {
  const { authorizationError: error, connected, connectedTo, connectionError } = search;
  return {
    ...((connected === '1' || connected === 'again') && { connected }),
    ...(search['skipbillingaddress'] === 'true' && { skipbillingaddress: 'true' as const }),
    ...(typeof error === 'string' && { authorizationError: error }),
    ...(typeof connectedTo === 'string' && { connectedTo }),
    ...(typeof connectionError === 'string' && { connectionError }),
  };
}
