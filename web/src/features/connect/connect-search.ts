/**
 * The result of an authorisation in the address: `connected=1`, `connected=again` for an account that was connected
 * before, or a code of the error catalogue.
 */
export interface ConnectSearch {
  readonly connected?: '1' | 'again';
  readonly authorizationError?: string;
}

export function parseConnectSearch(search: Readonly<Record<string, unknown>>): ConnectSearch {
  const { authorizationError: error, connected } = search;
  return {
    ...((connected === '1' || connected === 'again') && { connected }),
    ...(typeof error === 'string' && { authorizationError: error }),
  };
}
