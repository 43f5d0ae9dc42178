import type { ReactNode } from 'react';
import '../signs/severity.css';

/** A short code such as a country's. */
export function Chip({ children }: { readonly children: ReactNode }) {
  return <span className="chip">{children}</span>;
}
