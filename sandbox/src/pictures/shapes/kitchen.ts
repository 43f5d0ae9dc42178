import { arc, ellipse, rect, stroke } from './outlines.ts';
import type { Silhouette } from './silhouette.ts';

export const kitchenShapes = {
  bottle: {
    layers: [
      ['ground', ellipse([52, 89], 24, 4)],
      ['metal', rect([43, 8, 14, 12], 3)],
      ['body', 'M36 36Q36 28 43 24V18H57V24Q64 28 64 36V82Q64 89 57 89H43Q36 89 36 82Z'],
      ['deep', rect([36, 76, 28, 5])],
      ['pale', rect([36, 48, 28, 15])],
      ['shine', rect([40.5, 34, 3, 50], 1.5)],
    ],
  },
  pan: {
    layers: [
      ['ground', ellipse([46, 76], 42, 6)],
      [
        'dark',
        stroke(
          [
            [66, 52],
            [94, 40],
          ],
          6.5,
        ),
      ],
      [
        'metal',
        stroke(
          [
            [66, 52],
            [74, 48.6],
          ],
          5,
        ),
      ],
      ['body', 'M6 54Q9 77 40 78Q71 77 74 54Z'],
      ['metal', ellipse([40, 54], 34, 12)],
      ['dark', ellipse([40, 54.6], 31.5, 10.2)],
      ['graphite', ellipse([40, 57], 25, 6.8)],
    ],
  },
  pot: {
    layers: [
      ['ground', ellipse([51, 86], 40, 5)],
      [
        'dark',
        stroke(
          [
            [22, 54],
            [12, 54],
            [12, 62],
            [22, 62],
          ],
          4,
        ),
      ],
      [
        'dark',
        stroke(
          [
            [78, 54],
            [88, 54],
            [88, 62],
            [78, 62],
          ],
          4,
        ),
      ],
      ['body', 'M20 45H80V76Q80 86 70 86H30Q20 86 20 76Z'],
      ['pale', 'M20 43Q24 31 50 30Q76 31 80 43Z'],
      ['metal', rect([17, 41.5, 66, 5], 2.5)],
      ['dark', ellipse([50, 26.5], 5.5, 4.5)],
      ['shine', rect([28, 51, 3.5, 28], 1.7)],
    ],
  },
  kettle: {
    layers: [
      ['ground', ellipse([52, 90], 36, 5)],
      ['deep', 'M68 60L89 40L94 45L76 78Z'],
      [
        'dark',
        arc(
          [
            [31, 48],
            [24, 4],
            [76, 4],
            [69, 48],
          ],
          5,
        ),
      ],
      ['body', 'M25 84Q22 56 34 44Q40 38 50 38Q60 38 66 44Q78 56 75 84Q75 88 70 88H30Q25 88 25 84Z'],
      ['metal', ellipse([50, 39.5], 13, 3.6)],
      ['dark', ellipse([50, 34.5], 4.2, 3.6)],
      ['dark', rect([24, 86, 52, 4.5], 2)],
      ['shine', 'M34 78Q31 58 39 48Q42 47 41 50Q36 60 38 78Q36 81 34 78Z'],
    ],
  },
  press: {
    layers: [
      ['ground', ellipse([52, 87], 28, 4)],
      [
        'body',
        stroke(
          [
            [64, 43],
            [80, 43],
            [80, 73],
            [64, 73],
          ],
          5,
        ),
      ],
      ['coffee', rect([32, 53, 34, 31], 4)],
      ['glass', 'M31 33L25 36L32 43V80Q32 85 37 85H61Q66 85 66 80V33Z'],
      ['metal', rect([30, 42, 38, 3.6], 1)],
      ['metal', rect([30, 73, 38, 3.6], 1)],
      ['metal', rect([30, 83, 38, 4], 1.5)],
      ['metal', rect([47.7, 11, 2.6, 18])],
      ['body', 'M29 34Q31 26 49 26Q67 26 69 34Z'],
      ['dark', ellipse([49, 9.5], 5, 4.5)],
      ['shine', rect([36, 38, 2.5, 42], 1.2)],
    ],
  },
  board: {
    turn: -9,
    layers: [
      ['ground', ellipse([52, 89], 32, 4)],
      ['wood', `${rect([22, 24, 56, 64], 8)}${rect([41, 6, 18, 26], 8)}`],
      ['white', ellipse([50, 14], 3.4)],
      [
        'shade',
        stroke(
          [
            [30, 36],
            [70, 36],
            [70, 74],
            [30, 74],
            [30, 36],
          ],
          1.4,
        ),
      ],
      [
        'shade',
        stroke(
          [
            [36, 44],
            [62, 45],
          ],
          0.6,
        ),
      ],
      [
        'shade',
        stroke(
          [
            [38, 54],
            [66, 53],
          ],
          0.6,
        ),
      ],
      [
        'shade',
        stroke(
          [
            [34, 64],
            [58, 65],
          ],
          0.6,
        ),
      ],
      ['body', 'M22 80H78V82Q78 88 70 88H30Q22 88 22 82Z'],
    ],
  },
} satisfies Record<string, Silhouette>;
