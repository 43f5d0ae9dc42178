import type { ReactNode } from 'react';
import './panel.css';

interface Props {
  /** The width and the height as CSS lengths. */
  readonly width?: string;
  readonly height?: string;
}

export function Skeleton({ width = '100%', height = '12px' }: Props) {
  return <span className="skeleton" style={{ width, height }} />;
}

/** A placeholder for a whole part, made of its skeletons; shown only when loading takes longer than 200 ms. */
export function SkeletonArea({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <output className="after-200" aria-busy="true" aria-label={label}>
      {children}
    </output>
  );
}
