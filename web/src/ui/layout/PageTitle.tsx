import { useEffect } from 'react';

/** The name of the page in the browser's tab. */
export function PageTitle({ children }: { readonly children: string }) {
  useEffect(() => {
    document.title = `${children} · Watchpost`;
  }, [children]);
  return null;
}
