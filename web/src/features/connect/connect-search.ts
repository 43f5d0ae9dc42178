/** How the authorisation came back: `connected=1`, or a code of the error catalogue with its text. */
export interface ConnectSearch {
  readonly connected?: '1';
  readonly authorizationError?: string;
  readonly message?: string;
}

export function parseConnectSearch(search: Readonly<Record<string, unknown>>): ConnectSearch {
  const error = search['authorizationError'];
  const message = search['message'];
  return {
    ...(search['connected'] === '1' && { connected: '1' as const }),
    ...(typeof error === 'string' && { authorizationError: error }),
    ...(typeof message === 'string' && { message: message.slice(0, 300) }),
  };
}
