import { linePath } from './pieces.ts';

interface Props {
  /** Positions in the results, oldest first; `null` when the product was not among them. */
  readonly points: readonly { readonly at: string; readonly rank: number | null }[];
}

const size = { width: 84, height: 20 } as const;

/** The position of a product for a phrase over the last 30 days; up is better. */
export function KeywordCurve({ points }: Props) {
  const known = points.flatMap(({ rank }) => rank ?? []);
  if (known.length < 2) return <span className="keyword__curve" />;
  const [best, worst] = [Math.min(...known), Math.max(...known)];
  const [from, to] = [Date.parse(points[0]?.at ?? ''), Date.parse(points.at(-1)?.at ?? '')];
  const plot = {
    x: (at: number) => ((at - from) / Math.max(1, to - from)) * (size.width - 2) + 1,
    y: (rank: number) => 2 + ((rank - best) / Math.max(1, worst - best)) * (size.height - 4),
  };
  const path = linePath(
    points.map(({ at, rank }) => ({ at: Date.parse(at), value: rank })),
    plot,
  );
  return (
    <span className="keyword__curve" title={`Between ${best} and ${worst} in 30 days`}>
      <svg {...size} aria-hidden="true">
        <path d={path} fill="none" stroke="var(--c-rank)" strokeWidth="1.5" />
      </svg>
      <span className="visually-hidden">
        Between {best} and {worst} in 30 days
      </span>
    </span>
  );
}
