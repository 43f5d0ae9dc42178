import { useEffect, useState } from 'react';

/** Of a link in a mail. Read once, then taken out of the address: nobody should pass it on with the page. */
export function useTokenOfHash(): string {
  const [token] = useState(() => window.location.hash.slice(1) || 'none');
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  return token;
}
