import type { Point, Polygon } from './path.ts';

/** Computes the exact coverage of each pixel by polygons, by summing signed edge areas along each row. */
export class Coverage {
  readonly #width: number;
  readonly #height: number;
  readonly #stride: number;
  readonly #area: Float32Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#stride = width + 2;
    this.#area = new Float32Array(this.#stride * height);
  }

  /** Calls `paint` for every covered pixel with its covered share, then resets the buffer. */
  fill(polygons: readonly Polygon[], paint: (x: number, y: number, share: number) => void): void {
    for (const polygon of polygons) {
      polygon.forEach((point, index) => this.#edge(point, polygon[(index + 1) % polygon.length] ?? point));
    }
    for (let y = 0; y < this.#height; y += 1) {
      let sum = 0;
      for (let x = 0; x < this.#width; x += 1) {
        sum += this.#area[y * this.#stride + x] ?? 0;
        const share = Math.min(1, Math.abs(sum));
        if (share > 0.004) paint(x, y, share);
      }
    }
    this.#area.fill(0);
  }

  #edge(a: Point, b: Point): void {
    if (a[1] === b[1]) return;
    const sign = a[1] < b[1] ? 1 : -1;
    const [top, bottom] = sign > 0 ? [a, b] : [b, a];
    const slope = (bottom[0] - top[0]) / (bottom[1] - top[1]);
    const last = Math.min(this.#height, Math.ceil(bottom[1]));
    for (let y = Math.max(0, Math.floor(top[1])); y < last; y += 1) {
      const from = Math.max(y, top[1]);
      const to = Math.min(y + 1, bottom[1]);
      const [x0, x1] = [top[0] + (from - top[1]) * slope, top[0] + (to - top[1]) * slope];
      this.#span(y, sign * (to - from), [this.#inside(Math.min(x0, x1)), this.#inside(Math.max(x0, x1))]);
    }
  }

  /** Adds the part of an edge within one row: its height is distributed over the pixels that it crosses. */
  #span(y: number, height: number, [left, right]: readonly [number, number]): void {
    const first = Math.floor(left);
    const last = Math.floor(right);
    for (let x = first; x <= last; x += 1) {
      const from = Math.max(x, left);
      const to = Math.min(x + 1, right);
      const part = last === first ? height : (height * (to - from)) / (right - left);
      const covered = part * (x + 1 - (from + to) / 2);
      const at = y * this.#stride + x;
      this.#area[at] = (this.#area[at] ?? 0) + covered;
      this.#area[at + 1] = (this.#area[at + 1] ?? 0) + part - covered;
    }
  }

  #inside(x: number): number {
    return Math.min(this.#width, Math.max(0, x));
  }
}
