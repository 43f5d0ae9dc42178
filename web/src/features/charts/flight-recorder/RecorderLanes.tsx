import { memo } from 'react';
import { countIn, moneyIn } from '@app/shared/base/money.ts';
import { withText } from '../../../ui/layout/text-size.ts';
import { gutters, lanes, recorderHeight } from './lanes.ts';
import { domainOf, linePath, scaleOf, stepPath, valueAt, type Piece } from './pieces.ts';
import { buyBoxShare, type BuyBoxOwner, type Recording } from './recording.ts';
import { TimeAxis } from './TimeAxis.tsx';
import { isolatedIndexes } from '../../../ui/chart/series.ts';

interface Props {
  readonly recording: Recording;
  /** The width of the picture in px at the usual size of text. */
  readonly width: number;
}

type TimeScale = (at: number) => number;

interface LaneProps {
  readonly recording: Recording;
  readonly x: TimeScale;
  /** The right end of the lanes, in px of the picture. */
  readonly right: number;
}

/**
 * The picture without the cursor: it is not drawn again when the cursor moves. Its colours come from the style sheet.
 */
export const RecorderLanes = memo(function RecorderLanes({ recording, width }: Props) {
  const right = width - gutters.right;
  const { from, to } = recording.range;
  const x: TimeScale = (at) => gutters.left + ((at - from) / (to - from)) * (right - gutters.left);
  const lane = { recording, x, right };
  return (
    <svg
      className="recorder__picture"
      viewBox={`0 0 ${width} ${recorderHeight}`}
      style={{ width: withText(width), height: withText(recorderHeight) }}
      aria-hidden="true"
    >
      <defs>
        <pattern id="no-data" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V6" stroke="var(--c-hatch)" strokeWidth="1.5" />
        </pattern>
      </defs>
      <TimeAxis {...lane} />
      {Object.values(lanes).map(({ name, top, bottom }) => (
        <text key={name} x="0" y={(top + bottom) / 2 + 4} className="recorder__lane">
          {name}
        </text>
      ))}
      {recording.gaps.map((gap) => (
        <rect
          key={gap.from}
          x={x(gap.from)}
          y={lanes.price.top}
          width={Math.max(1, x(gap.to) - x(gap.from))}
          height={lanes.stock.bottom - lanes.price.top}
          fill="url(#no-data)"
        />
      ))}
      <PriceLane {...lane} />
      <BuyBoxLane {...lane} />
      <RankLane {...lane} />
      <StockLane {...lane} />
      <SalesLane {...lane} />
    </svg>
  );
});

const valuesOf = (pieces: readonly Piece<number | null>[]): readonly (number | null)[] =>
  pieces.map((piece) => piece.value);

function PriceLane({ recording, x, right }: LaneProps) {
  const { price, buyBoxPrice, lowestFba, marketplace, currency } = recording;
  const domain = domainOf([price, buyBoxPrice, lowestFba].flatMap(valuesOf));
  if (!domain) return <Nothing lane="price" />;
  const y = scaleOf(domain, lanes.price);
  const money = (cents: number) => moneyIn(marketplace, { cents: Math.round(cents), currency });
  return (
    <g fill="none">
      <path d={stepPath(price, { x, y })} className="recorder__own" />
      <path d={stepPath(lowestFba, { x, y })} className="recorder__fba" />
      <path d={stepPath(buyBoxPrice, { x, y })} className="recorder__box" />
      <Marks pieces={lowestFba} at={(piece) => [x(piece.from), y(piece.value ?? 0)]} shape="triangle" />
      <Marks pieces={buyBoxPrice} at={(piece) => [x(piece.from), y(piece.value ?? 0)]} shape="diamond" />
      <Ends lane="price" right={right} top={money(domain[1])} bottom={money(domain[0])} />
    </g>
  );
}

interface MarksProps {
  readonly pieces: readonly Piece<number | null>[];
  readonly at: (piece: Piece<number | null>) => readonly [number, number];
  readonly shape: 'triangle' | 'diamond';
}

const shapes = { triangle: 'M0 -4L4 3H-4Z', diamond: 'M0 -4.5L4.5 0L0 4.5L-4.5 0Z' };

/** Draws marks of a shape of its own where a line changes, so that lines differ by more than colour. */
const Marks = ({ pieces, at, shape }: MarksProps) =>
  pieces
    .filter((piece) => piece.value !== null)
    .map((piece) => (
      <path
        key={piece.from}
        d={shapes[shape]}
        transform={`translate(${at(piece).join(' ')})`}
        className={`recorder__mark recorder__mark--${shape}`}
      />
    ));

const owners: Readonly<Record<Exclude<BuyBoxOwner, null>, string>> = {
  you: 'recorder__held recorder__held--you',
  other: 'recorder__held recorder__held--other',
  nobody: 'recorder__held recorder__held--nobody',
};

function BuyBoxLane({ recording, x, right }: LaneProps) {
  const share = buyBoxShare(recording);
  if (share === null) return <Nothing lane="buyBox" />;
  const { top, bottom } = lanes.buyBox;
  return (
    <g>
      {recording.buyBox.map(
        ({ from, to, value }) =>
          value !== null && (
            <rect
              key={from}
              x={x(from)}
              y={top}
              width={Math.max(1, x(to) - x(from))}
              height={bottom - top}
              className={owners[value]}
            />
          ),
      )}
      <text x={right + 6} y={bottom - 2} className="recorder__end">
        you {share}%
      </text>
    </g>
  );
}

function RankLane({ recording, x, right }: LaneProps) {
  const { ranks, marketplace } = recording;
  const known = domainOf(ranks.map(({ value }) => value));
  if (!known) return <Nothing lane="rank" />;
  // The room around a single rank does not go beyond the best one.
  const domain = [Math.max(1, known[0]), known[1]] as const;
  // A smaller rank is better and is drawn higher, so the axis is negated.
  const y = scaleOf([-domain[1], -domain[0]], lanes.rank);
  const count = (value: number) => countIn(marketplace, Math.round(value));
  const alone = new Set(isolatedIndexes(ranks.map(({ value }) => value)));
  return (
    <g fill="none">
      <path d={linePath(ranks, { x, y: (value) => y(-value) })} className="recorder__rank" />
      {ranks.map(
        ({ at, value }, index) =>
          value !== null &&
          (ranks.length < 8 || alone.has(index)) && (
            <circle key={at} cx={x(at)} cy={y(-value)} r="2" className="recorder__rank-dot" />
          ),
      )}
      <Ends lane="rank" right={right} top={count(domain[0])} bottom={count(domain[1])} />
    </g>
  );
}

function StockLane({ recording, x, right }: LaneProps) {
  const { stock, marketplace, range } = recording;
  const most = Math.max(0, ...stock.map((piece) => piece.value ?? 0));
  const last = stock.findLast((piece) => piece.value !== null)?.value ?? null;
  if (last === null) return <Nothing lane="stock" />;
  const isKnownNow = (valueAt(stock, range.to) ?? null) !== null;
  const y = scaleOf([0, Math.max(1, most)], lanes.stock);
  return (
    <g>
      {stock.map(
        ({ from, to, value }) =>
          value !== null && (
            <rect
              key={from}
              x={x(from)}
              // An empty stock is drawn too, as a line of one pixel, because it is known.
              y={Math.min(y(value), lanes.stock.bottom - 1)}
              width={Math.max(0.5, x(to) - x(from))}
              height={Math.max(1, lanes.stock.bottom - y(value))}
              className={value === 0 ? 'recorder__empty' : 'recorder__stock'}
            />
          ),
      )}
      <Ends
        lane="stock"
        right={right}
        top={countIn(marketplace, most)}
        bottom={`${countIn(marketplace, last)} ${isKnownNow ? 'now' : 'last'}`}
      />
    </g>
  );
}

function SalesLane({ recording, x, right }: LaneProps) {
  const { sold, marketplace } = recording;
  if (sold.every((day) => day.units === null)) return <Nothing lane="sales" />;
  const most = Math.max(1, ...sold.map((day) => day.units ?? 0));
  const y = scaleOf([0, most], lanes.sales);
  const { bottom } = lanes.sales;
  return (
    <g>
      {sold.map(({ from, to, date, units, promoted, isFinal }) => {
        const left = Math.max(gutters.left, x(from)) + 1;
        const width = Math.max(1, Math.min(right, x(to)) - left - 1);
        if (units === null) return <Unknown key={date} left={left} width={width} />;
        const top = Math.min(y(units), bottom - 1);
        return (
          <g key={date}>
            <rect
              x={left}
              y={top}
              width={width}
              height={bottom - top}
              className={isFinal ? 'recorder__sold' : 'recorder__sold recorder__sold--open'}
            />
            {promoted > 0 && (
              <rect x={left} y={top} width={width} height={y(units - promoted) - top} className="recorder__promoted" />
            )}
          </g>
        );
      })}
      <Ends lane="sales" right={right} top={countIn(marketplace, most)} bottom="0" />
    </g>
  );
}

const Unknown = ({ left, width }: { readonly left: number; readonly width: number }) => (
  <rect
    x={left - 1}
    y={lanes.sales.top}
    width={width + 2}
    height={lanes.sales.bottom - lanes.sales.top}
    fill="url(#no-data)"
  />
);

interface EndsProps {
  readonly lane: keyof typeof lanes;
  readonly right: number;
  readonly top: string;
  readonly bottom: string;
}

const Ends = ({ lane, right, top, bottom }: EndsProps) => (
  <>
    <text x={right + 6} y={lanes[lane].top + 9} className="recorder__end">
      {top}
    </text>
    <text x={right + 6} y={lanes[lane].bottom} className="recorder__end">
      {bottom}
    </text>
  </>
);

const Nothing = ({ lane }: Pick<EndsProps, 'lane'>) => (
  <text x={gutters.left} y={(lanes[lane].top + lanes[lane].bottom) / 2 + 4} className="recorder__end">
    Nothing known yet
  </text>
);
