import { oklch, withAlpha, type Colour } from '../colour.ts';

/** A gradient: colours at positions from 0 to 1 along a direction of the surface's bounding box. */
export interface Shading {
  readonly along: 'x' | 'y' | 'radius';
  readonly stops: readonly (readonly [place: number, colour: Colour])[];
}

export interface Tint {
  readonly lightness: number;
  readonly chroma: number;
  /** The hue in degrees. */
  readonly hue: number;
}

export type Material =
  | ('body' | 'flat' | 'deep' | 'pale' | 'accent' | 'sphere')
  | ('metal' | 'wood' | 'dark' | 'graphite' | 'white' | 'glass' | 'coffee' | 'leaf' | 'leafLight' | 'glow' | 'flame')
  | ('shine' | 'shade' | 'ground');

const black = oklch(0.2, 0.01, 260);
const white = oklch(1, 0, 0);

/** A rounded surface lit from the upper left. */
const round = ({ lightness: l, chroma: c, hue: h }: Tint): Shading => ({
  along: 'x',
  stops: [
    [0, oklch(l - 0.09, c, h)],
    [0.26, oklch(l + 0.07, c * 0.85, h)],
    [0.6, oklch(l - 0.01, c, h)],
    [1, oklch(l - 0.15, c, h)],
  ],
});

const falling = ({ lightness: l, chroma: c, hue: h }: Tint, drop = 0.1): Shading => ({
  along: 'y',
  stops: [
    [0, oklch(l + drop / 2, c, h)],
    [1, oklch(l - drop / 2, c, h)],
  ],
});

const sphere = ({ lightness: l, chroma: c, hue: h }: Tint): Shading => ({
  along: 'radius',
  stops: [
    [0, oklch(Math.min(0.97, l + 0.14), c * 0.7, h)],
    [0.55, oklch(l, c, h)],
    [1, oklch(l - 0.2, c, h)],
  ],
});

const single = (colour: Colour): Shading => ({ along: 'y', stops: [[0, colour]] });
const tint = (lightness: number, chroma: number, hue: number): Tint => ({ lightness, chroma, hue });

const metal: Shading = {
  along: 'x',
  stops: [
    [0, oklch(0.66, 0.008, 250)],
    [0.22, oklch(0.95, 0.004, 250)],
    [0.45, oklch(0.76, 0.008, 250)],
    [0.7, oklch(0.86, 0.006, 250)],
    [1, oklch(0.58, 0.01, 250)],
  ],
};

const ground: Shading = {
  along: 'radius',
  stops: [
    [0, withAlpha(black, 0.3)],
    [0.6, withAlpha(black, 0.11)],
    [1, withAlpha(black, 0)],
  ],
};

/** Returns the shading of every material; only some materials depend on the product's tint. */
export function shadings(main: Tint): Readonly<Record<Material, Shading>> {
  const { lightness: l, chroma: c, hue: h } = main;
  return {
    body: round(main),
    flat: falling(main),
    deep: round(tint(l - 0.16, c, h)),
    pale: round(tint(Math.min(0.94, l + 0.17), c * 0.45, h)),
    accent: round(tint(0.72, 0.13, h + 150)),
    sphere: sphere(main),
    metal,
    wood: falling(tint(0.74, 0.075, 68), 0.12),
    dark: round(tint(0.34, 0.012, 260)),
    graphite: falling(tint(0.44, 0.01, 260), 0.1),
    white: falling(tint(0.965, 0.004, 90), 0.05),
    glass: {
      along: 'x',
      stops: round(tint(0.88, 0.025, 215)).stops.map(([at, colour]) => [at, withAlpha(colour, 0.5)]),
    },
    coffee: round(tint(0.4, 0.06, 50)),
    leaf: falling(tint(0.6, 0.12, 145), 0.16),
    leafLight: falling(tint(0.72, 0.13, 138), 0.16),
    glow: falling(tint(0.92, 0.1, 88), 0.08),
    flame: falling(tint(0.75, 0.16, 55), 0.16),
    shine: single(withAlpha(white, 0.42)),
    shade: single(withAlpha(black, 0.16)),
    ground,
  };
}
