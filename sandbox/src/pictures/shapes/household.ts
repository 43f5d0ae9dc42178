import { arc, ellipse, rect, stroke } from './outlines.ts';
import type { Silhouette } from './silhouette.ts';

export const householdShapes = {
  box: {
    layers: [
      ['ground', ellipse([51, 87], 40, 4.5)],
      ['body', rect([18, 38, 64, 49], 4)],
      ['shade', rect([18, 41, 64, 3])],
      ['deep', rect([14.5, 27, 71, 15], 3.5)],
      ['metal', rect([37, 54, 26, 16], 2.5)],
      ['white', rect([39, 56, 22, 12], 1.5)],
      ['shade', rect([43, 61, 14, 1.8])],
      ['shine', rect([22, 48, 2.6, 32], 1.3)],
    ],
  },
  tray: {
    layers: [
      ['ground', ellipse([50, 76], 46, 6)],
      ['wood', 'M6 54Q10 75 50 77Q90 75 94 54Z'],
      ['wood', ellipse([50, 54], 44, 15)],
      ['shade', ellipse([50, 54.6], 40, 12.4)],
      ['body', ellipse([50, 55.6], 39, 11.6)],
      ['pale', ellipse([50, 56.4], 24, 6.6)],
      ['body', ellipse([50, 56.6], 21, 5.4)],
      [
        'metal',
        arc(
          [
            [8, 54],
            [2, 40],
            [14, 38],
            [17, 46],
          ],
          2.4,
        ),
      ],
      [
        'metal',
        arc(
          [
            [92, 54],
            [98, 40],
            [86, 38],
            [83, 46],
          ],
          2.4,
        ),
      ],
    ],
  },
  brush: {
    turn: 24,
    layers: [
      ['wood', rect([45.5, 5, 9, 52], 4.5)],
      ['white', ellipse([50, 11], 1.7)],
      ['body', 'M38 54H62Q67 54 67 60V68H33V60Q33 54 38 54Z'],
      ['white', 'M34 68H66L70 92H30Z'],
      ...[36, 41, 46, 51, 56, 61].map(
        (x) =>
          [
            'shade',
            stroke(
              [
                [x + 1.5, 70],
                [x * 1.12 - 4.6, 91],
              ],
              0.7,
            ),
          ] as const,
      ),
      ['shade', rect([33, 65.4, 34, 2.6])],
      ['shine', rect([37, 56.6, 18, 2.4], 1.2)],
    ],
  },
  clock: {
    layers: [
      ['ground', ellipse([52, 91], 28, 3.6)],
      ['sphere', ellipse([50, 50], 39)],
      ['white', ellipse([50, 50], 32)],
      ...Array.from({ length: 12 }, (_, hour) => {
        const [sin, cos] = [Math.sin((hour * Math.PI) / 6), Math.cos((hour * Math.PI) / 6)];
        const inner = hour % 3 === 0 ? 24.5 : 27;
        return [
          'graphite',
          stroke(
            [
              [50 + 29 * sin, 50 - 29 * cos],
              [50 + inner * sin, 50 - inner * cos],
            ],
            1.8,
          ),
        ] as const;
      }),
      [
        'dark',
        stroke(
          [
            [50, 50],
            [36, 42],
          ],
          3.2,
        ),
      ],
      [
        'dark',
        stroke(
          [
            [50, 50],
            [61, 30],
          ],
          2.4,
        ),
      ],
      ['accent', ellipse([50, 50], 3)],
    ],
  },
} satisfies Record<string, Silhouette>;
