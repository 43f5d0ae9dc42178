import { mixColours, type Colour } from './colour.ts';
import { Coverage } from './coverage.ts';
import { shadings, type Shading, type Tint } from './shapes/materials.ts';
import { toPolygons, type Point, type Polygon } from './path.ts';
import type { Bitmap } from './png.ts';
import type { Silhouette } from './shapes/silhouette.ts';

/** Draws a product on white. The same silhouette, tint and size always give the same bytes. */
export function draw(silhouette: Silhouette, tint: Tint, size: number): Bitmap {
  const rgb = new Uint8Array(size * size * 3).fill(255);
  const coverage = new Coverage(size, size);
  const materials = shadings(tint);
  const place = placer(silhouette.turn ?? 0, size);
  for (const [material, path] of silhouette.layers) {
    const polygons = toPolygons(path).map((polygon) => polygon.map(place));
    const colourAt = shader(materials[material], polygons);
    coverage.fill(polygons, (x, y, share) => blend(rgb, (y * size + x) * 3, { colour: colourAt(x, y), share }));
  }
  return { width: size, height: size, rgb };
}

/** Maps points of the 100 × 100 canvas to pixels, with a small margin and rotated around the centre. */
function placer(turn: number, size: number): (point: Point) => Point {
  const angle = (turn * Math.PI) / 180;
  const scale = (size / 100) * 0.94;
  const [sin, cos] = [Math.sin(angle) * scale, Math.cos(angle) * scale];
  return ([x, y]) => [size / 2 + (x - 50) * cos - (y - 50) * sin, size / 2 + (x - 50) * sin + (y - 50) * cos];
}

/** Returns a function that gives the colour of a surface at a pixel. */
function shader({ along, stops }: Shading, polygons: readonly Polygon[]): (x: number, y: number) => Colour {
  const [left, right] = extent(polygons, 0);
  const [top, bottom] = extent(polygons, 1);
  const across = (x: number) => (x - left) / (right - left || 1);
  const down = (y: number) => (y - top) / (bottom - top || 1);
  if (along === 'x') return (x) => colourOf(stops, across(x));
  if (along === 'y') return (_x, y) => colourOf(stops, down(y));
  return (x, y) => colourOf(stops, Math.hypot(across(x) - 0.5, down(y) - 0.5) * 2);
}

function extent(polygons: readonly Polygon[], axis: 0 | 1): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const polygon of polygons) {
    for (const point of polygon) {
      low = Math.min(low, point[axis]);
      high = Math.max(high, point[axis]);
    }
  }
  return [low, high];
}

function colourOf(stops: Shading['stops'], at: number): Colour {
  const after = stops.findIndex(([place]) => place >= at);
  const [place, colour] = stops[after] ?? stops[stops.length - 1] ?? [0, [0, 0, 0, 0]];
  const before = stops[after - 1];
  if (!before) return colour;
  return mixColours(before[1], colour, (at - before[0]) / (place - before[0]));
}

function blend(rgb: Uint8Array, at: number, ink: { colour: Colour; share: number }): void {
  const [red, green, blue, alpha] = ink.colour;
  const share = ink.share * alpha;
  rgb[at] = (rgb[at] ?? 0) * (1 - share) + red * share;
  rgb[at + 1] = (rgb[at + 1] ?? 0) * (1 - share) + green * share;
  rgb[at + 2] = (rgb[at + 2] ?? 0) * (1 - share) + blue * share;
}
