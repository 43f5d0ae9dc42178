import { arc, ellipse, rect, stroke } from './outlines.ts';
import type { Silhouette } from './shapes.ts';

export const homeShapes = {
  lamp: {
    layers: [
      ['ground', ellipse([52, 89], 26, 4)],
      ['metal', rect([48, 46, 4, 38])],
      ['metal', ellipse([50, 58], 5, 6)],
      ['dark', 'M33 87Q33 82 50 82Q67 82 67 87Q67 89 64 89H36Q33 89 33 87Z'],
      ['glow', ellipse([50, 49], 24, 3)],
      ['body', 'M36 12H64L77 49Q50 53.6 23 49Z'],
      ['shine', 'M40 15H45L37 46Q33 46 30 45Z'],
      ['shade', 'M23 49Q50 53.6 77 49L76 46.2Q50 50.6 24 46.2Z'],
    ],
  },
  lantern: {
    layers: [
      ['ground', ellipse([52, 89], 28, 4)],
      [
        'dark',
        arc(
          [
            [36, 30],
            [34, 2],
            [66, 2],
            [64, 30],
          ],
          2.6,
        ),
      ],
      ['dark', 'M46 16H54V22L70 32H30L46 22Z'],
      ['glow', rect([33, 33, 34, 48])],
      ['white', rect([44, 58, 12, 23], 1.5)],
      ['flame', 'M50 42Q56 50 50 57Q44 50 50 42Z'],
      ['shine', rect([37, 35, 4, 44])],
      ['body', rect([28, 30, 44, 5], 1.5)],
      ['body', rect([32, 33, 3, 48])],
      ['deep', rect([65, 33, 3, 48])],
      ['body', rect([27, 80, 46, 9], 2)],
    ],
  },
  candle: {
    layers: [
      ['ground', ellipse([52, 88], 28, 4)],
      ['glow', 'M50 6Q59 19 50 28Q41 19 50 6Z'],
      ['flame', 'M50 15Q54 21 50 27Q46 21 50 15Z'],
      ['dark', rect([49.2, 25, 1.6, 12])],
      ['body', 'M28 38H72V80Q72 88 64 88H36Q28 88 28 80Z'],
      ['pale', ellipse([50, 38], 22, 5)],
      ['white', ellipse([50, 38.6], 18, 3.4)],
      ['white', rect([36, 53, 28, 20], 2)],
      ['shade', rect([41, 59, 18, 1.6])],
      ['shade', rect([44, 64, 12, 1.4])],
      ['shine', rect([31.5, 46, 2.6, 36], 1.3)],
      ['dark', rect([49.2, 27, 1.6, 11])],
    ],
  },
  cushion: {
    layers: [
      ['ground', ellipse([51, 86], 40, 5)],
      ['body', 'M17 24Q50 31 83 24Q91 20 87 30Q80 54 87 78Q91 89 83 84Q50 78 17 84Q9 89 13 78Q20 54 13 30Q9 20 17 24Z'],
      ['pale', 'M36 27.4L46 28L64 80.2L53 79.4Z'],
      ['pale', 'M55 28L60 27.8L78 82.2L71.4 81Z'],
      ['shade', 'M13 78Q9 89 17 84Q50 78 83 84Q91 89 87 78Q86 81 80 79Q50 72 20 79Q14 81 13 78Z'],
      ['shine', 'M20 30Q36 34 44 33Q28 38 22 50Q22 38 20 30Z'],
    ],
  },
  towel: {
    layers: [
      ['ground', ellipse([51, 87], 42, 4.5)],
      ['deep', rect([14, 65, 72, 22], 10)],
      ['shade', rect([22, 75, 64, 1.6], 0.8)],
      ['body', rect([16, 45, 68, 21], 10)],
      ['shade', rect([24, 55, 60, 1.6], 0.8)],
      ['pale', rect([18, 25, 64, 21], 10)],
      ['shade', rect([26, 35, 56, 1.6], 0.8)],
      ['body', rect([64, 25, 4, 21])],
      ['body', rect([71, 25, 2, 21])],
      ['shine', rect([24, 28, 38, 2.4], 1.2)],
    ],
  },
  basket: {
    layers: [
      ['ground', ellipse([51, 88], 34, 4.5)],
      [
        'wood',
        arc(
          [
            [22, 44],
            [22, 2],
            [78, 2],
            [78, 44],
          ],
          4,
        ),
      ],
      ['body', 'M19 43Q26 31 50 33Q74 31 81 43Z'],
      ['wood', 'M17 44H83L76 82Q75 88 69 88H31Q25 88 24 82Z'],
      ...[51, 59, 67, 75, 83].map((y) => ['shade', rect([21, y, 58, 2.2], 1)] as const),
      ...[28, 38, 49, 60, 70].map((x) => ['shade', rect([x, 48, 2, 38], 1)] as const),
      ['deep', rect([14, 40, 72, 8], 4)],
    ],
  },
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
