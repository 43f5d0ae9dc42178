import type { ReactNode } from 'react';
import './costs.css';

/** The place of the chart, which has the same height before the chart is there. */
export const ChartFrame = ({ children }: { readonly children?: ReactNode }) => (
  <div className="cost-chart">{children}</div>
);
