import { arc, ellipse, rect } from './outlines.ts';
import type { Silhouette } from './silhouette.ts';

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
} satisfies Record<string, Silhouette>;
