import { curve, type Point } from '../path.ts';

/** Control point distance of the Bézier curve that approximates a quarter circle of radius 1. */
const kappa = 0.5523;

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Returns the path of a rectangle with round corners, clockwise. */
export function rect([x, y, w, h]: readonly [number, number, number, number], r = 0): string {
  return outline({ x, y, w, h }, r);
}

function outline({ x, y, w, h }: Box, r: number): string {
  const [right, bottom] = [x + w, y + h];
  const corners = [
    `M${x + r} ${y}H${right - r}Q${right} ${y} ${right} ${y + r}`,
    `V${bottom - r}Q${right} ${bottom} ${right - r} ${bottom}`,
    `H${x + r}Q${x} ${bottom} ${x} ${bottom - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`,
  ];
  return corners.join('');
}

/** Returns the path of an ellipse, clockwise. */
export function ellipse([cx, cy]: Point, rx: number, ry = rx): string {
  const [kx, ky] = [rx * kappa, ry * kappa];
  return [
    `M${cx - rx} ${cy}C${cx - rx} ${cy - ky} ${cx - kx} ${cy - ry} ${cx} ${cy - ry}`,
    `C${cx + kx} ${cy - ry} ${cx + rx} ${cy - ky} ${cx + rx} ${cy}`,
    `C${cx + rx} ${cy + ky} ${cx + kx} ${cy + ry} ${cx} ${cy + ry}`,
    `C${cx - kx} ${cy + ry} ${cx - rx} ${cy + ky} ${cx - rx} ${cy}Z`,
  ].join('');
}

/** Returns the path of a line with round ends and joints. */
export function stroke(points: readonly Point[], width: number): string {
  const half = width / 2;
  const joints = points.map((point) => ellipse(point, half));
  const sides = points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    const side = (at: number, distance: number) => beside([from, to], at, distance);
    return closed([side(0, half), side(1, half), side(1, -half), side(0, -half)]);
  });
  return [...joints, ...sides].join('');
}

/** Returns the path of a Bézier curve with round ends; `control` holds its control points. */
export function arc(control: readonly Point[], width: number): string {
  const points = [...control.slice(0, 1), ...curve(control)];
  const ends = [points[0], points.at(-1)].flatMap((end) => (end ? [ellipse(end, width / 2)] : []));
  // One outline for the whole length: separate pieces would overlap, and their soft edges would show as knots.
  const [left, right] = [width / 2, -width / 2].map((distance) => points.map((_, at) => beside(points, at, distance)));
  return `${ends.join('')}${closed([...(left ?? []), ...(right ?? []).toReversed()])}`;
}

/** Returns the point at `distance` from a point of a line, perpendicular to the direction of its neighbours. */
function beside(points: readonly Point[], at: number, distance: number): Point {
  const point = points[at] ?? [0, 0];
  const [before, after] = [points[at - 1] ?? point, points[at + 1] ?? point];
  const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
  const [dx, dy] = [(after[0] - before[0]) / length, (after[1] - before[1]) / length];
  return [point[0] + dy * distance, point[1] - dx * distance];
}

const closed = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join('L')}Z`;
