/** The field of the history entry that keeps the token of the link. */
const field = 'resetToken';

const stateOf = (state: unknown): Readonly<Record<string, unknown>> =>
  typeof state === 'object' && state !== null ? { ...state } : {};

/** Returns the token that `takeToken` has stored in this history entry. */
export function keptToken(state: unknown): string | null {
  const token = stateOf(state)[field];
  return typeof token === 'string' ? token : null;
}

/**
 * Takes the token of the link out of the address, so that nobody passes it on with the page. The history entry keeps
 * it, for a reload.
 */
export function takeToken(): string | null {
  const { location, history } = window;
  const token = new URLSearchParams(location.search).get('token') ?? keptToken(history.state);
  if (token !== null) history.replaceState({ ...stateOf(history.state), [field]: token }, '', location.pathname);
  return token;
}

/** Removes a token that can no longer be used from the history entry. */
export function forgetToken(): void {
  const { [field]: _used, ...state } = stateOf(window.history.state);
  window.history.replaceState(state, '', window.location.pathname);
}
