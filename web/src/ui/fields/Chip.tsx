import type { ReactNode } from 'react';
import '../signs/severity.css';

/** A short code, such as that of a country. */
export function Chip({ children }: { readonly children: ReactNode }) {
  return <span className="chip">{children}</span>;
}
