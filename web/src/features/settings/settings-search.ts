/** The result of an authorisation in the address: `connected=1`, or a code of the error catalogue. */
export interface SettingsSearch {
  readonly connected?: '1';
  readonly authorizationError?: string;
}

export function parseSettingsSearch(search: Readonly<Record<string, unknown>>): SettingsSearch {
  const error = search['authorizationError'];
  return {
    ...(search['connected'] === '1' && { connected: '1' as const }),
    ...(typeof error === 'string' && { authorizationError: error }),
  };
}
