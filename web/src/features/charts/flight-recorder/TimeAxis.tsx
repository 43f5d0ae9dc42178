import { dayText } from '../../../ui/chart/day-axis.ts';
import { axisTop, gutters, lanes } from './lanes.ts';
import type { Recording } from './recording.ts';

interface Props {
  readonly recording: Recording;
  readonly x: (at: number) => number;
  readonly right: number;
}

const leastSpacePx = 84;

/** Labels every few days by their date, and the last day as "today". */
export function TimeAxis({ recording: { sold }, x, right }: Props) {
  const every = Math.max(1, Math.ceil((leastSpacePx * sold.length) / Math.max(1, right - gutters.left)));
  const last = sold.length - 1;
  return (
    <g>
      {sold.map(({ date, from, to }, index) => {
        if ((last - index) % every !== 0) return null;
        const left = Math.max(gutters.left, x(from));
        return (
          <g key={date}>
            <path d={`M${left} ${lanes.events.bottom}V${lanes.sales.bottom}`} className="recorder__grid" />
            <text
              x={(left + Math.min(right, x(to))) / 2}
              y={axisTop + 14}
              textAnchor={index === last ? 'end' : 'middle'}
              className="recorder__end"
            >
              {index === last ? 'today' : dayText(date)}
            </text>
          </g>
        );
      })}
      <path d={`M${gutters.left} ${lanes.sales.bottom}H${right}`} className="recorder__grid" />
    </g>
  );
}
