import type { ReactNode } from 'react';
import './costs.css';

/** A frame for the chart, with the same height while the chart is still loading. */
export const ChartFrame = ({ children }: { readonly children?: ReactNode }) => (
  <div className="cost-chart">{children}</div>
);
