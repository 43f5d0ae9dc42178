export type Point = readonly [x: number, y: number];
export type Polygon = readonly Point[];

/** Number of straight segments per curve; sufficient for pictures of 500 pixels. */
const curveSteps = 14;
const argumentsOf: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, Q: 4, C: 6, Z: 0 };

/** Converts an SVG path with absolute commands (M L H V Q C Z) to polygons. */
export function toPolygons(path: string): Polygon[] {
  const polygons: Point[][] = [];
  for (const { command, values } of commandsOf(path)) {
    const last = polygons.at(-1)?.at(-1) ?? [0, 0];
    if (command === 'M') polygons.push(pointsOf(values));
    if (command !== 'M' && command !== 'Z') polygons.at(-1)?.push(...drawnBy(command, values, last));
  }
  return polygons;
}

function drawnBy(command: string, values: readonly number[], from: Point): Point[] {
  if (command === 'H') return [[values[0] ?? 0, from[1]]];
  if (command === 'V') return [[from[0], values[0] ?? 0]];
  return command === 'L' ? pointsOf(values) : curve([from, ...pointsOf(values)]);
}

/** Returns points on a Bézier curve after the first, by de Casteljau's algorithm. */
export function curve(control: readonly Point[]): Point[] {
  return Array.from({ length: curveSteps }, (_, index) => pointAt(control, (index + 1) / curveSteps));
}

function pointAt(control: readonly Point[], t: number): Point {
  const [first = [0, 0], ...rest] = control;
  if (rest.length === 0) return first;
  const between = rest.map((point, index): Point => mix(control[index] ?? first, point, t));
  return pointAt(between, t);
}

const mix = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

function commandsOf(path: string): { command: string; values: number[] }[] {
  return [...path.matchAll(/([MLHVQCZ])([^MLHVQCZ]*)/g)].map(([, command = '', rest = '']) => {
    const values = [...rest.matchAll(/-?\d*\.?\d+/g)].map(Number);
    if (values.length !== argumentsOf[command]) throw new Error(`${command}${rest} has ${values.length} numbers`);
    return { command, values };
  });
}

function pointsOf(values: readonly number[]): Point[] {
  return Array.from({ length: values.length / 2 }, (_, index) => [values[index * 2] ?? 0, values[index * 2 + 1] ?? 0]);
}
