import { useEffect, useState } from 'react';

/** The token of the link; read once, then taken out of the address: nobody should pass it on with the page. */
export function useTokenOfAddress(): string | null {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token'));
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  return token;
}
