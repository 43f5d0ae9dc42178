import { useEffect, useState } from 'react';

/**
 * The token of a link in a mail. It is read once and removed from the address, so that nobody passes it on with the
 * page.
 */
export function useTokenOfHash(): string {
  const [token] = useState(() => window.location.hash.slice(1) || 'none');
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  return token;
}
