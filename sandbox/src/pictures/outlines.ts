import { curve, type Point } from './path.ts';

/** What a circle's quarter is as a Bézier curve. */
const kappa = 0.5523;

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A rectangle with round corners, clockwise. */
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

/** An ellipse, clockwise. */
export function ellipse([cx, cy]: Point, rx: number, ry = rx): string {
  const [kx, ky] = [rx * kappa, ry * kappa];
  return [
    `M${cx - rx} ${cy}C${cx - rx} ${cy - ky} ${cx - kx} ${cy - ry} ${cx} ${cy - ry}`,
    `C${cx + kx} ${cy - ry} ${cx + rx} ${cy - ky} ${cx + rx} ${cy}`,
    `C${cx + rx} ${cy + ky} ${cx + kx} ${cy + ry} ${cx} ${cy + ry}`,
    `C${cx - kx} ${cy + ry} ${cx - rx} ${cy + ky} ${cx - rx} ${cy}Z`,
  ].join('');
}

/** A line with round ends and joints. */
export function stroke(points: readonly Point[], width: number): string {
  const half = width / 2;
  const joints = points.map((point) => ellipse(point, half));
  const sides = points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [nx, ny] = [((to[1] - from[1]) / length) * half, ((from[0] - to[0]) / length) * half];
    const corners: Point[] = [
      [from[0] + nx, from[1] + ny],
      [to[0] + nx, to[1] + ny],
      [to[0] - nx, to[1] - ny],
      [from[0] - nx, from[1] - ny],
    ];
    return `M${corners.map((corner) => corner.map((n) => n.toFixed(3)).join(' ')).join('L')}Z`;
  });
  return [...joints, ...sides].join('');
}

/** A bent line with round ends; the points between the ends pull it as a Bézier curve's do. */
export const arc = (control: readonly Point[], width: number): string =>
  stroke([...control.slice(0, 1), ...curve(control)], width);
