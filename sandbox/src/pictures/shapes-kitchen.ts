import { arc, ellipse, rect, stroke } from './outlines.ts';
import type { Silhouette } from './shapes.ts';

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
  jar: {
    layers: [
      ['ground', ellipse([52, 88], 30, 4)],
      ['body', rect([30, 46, 40, 40], 8)],
      ['glass', rect([28, 30, 44, 58], 9)],
      ['wood', rect([29, 17, 42, 14], 4)],
      ['shade', rect([29, 27, 42, 4], 2)],
      ['white', rect([36, 54, 28, 19], 2)],
      ['shade', rect([41, 60, 18, 1.6])],
      ['shade', rect([44, 65, 12, 1.4])],
      ['shine', rect([32, 36, 2.6, 46], 1.3)],
    ],
  },
  mug: {
    layers: [
      ['ground', ellipse([49, 87], 32, 4.5)],
      [
        'deep',
        arc(
          [
            [66, 42],
            [92, 36],
            [92, 74],
            [66, 70],
          ],
          6,
        ),
      ],
      ['body', 'M24 30H70V74Q70 87 58 87H36Q24 87 24 74Z'],
      ['deep', ellipse([47, 30], 23, 5.6)],
      ['coffee', ellipse([47, 31], 20, 4.2)],
      ['pale', 'M24 54H70V64H24Z'],
      ['shine', rect([29, 37, 3.4, 42], 1.7)],
    ],
  },
  lunchbox: {
    layers: [
      ['ground', ellipse([51, 87], 40, 4.5)],
      ['body', rect([16, 58, 68, 29], 8)],
      ['pale', rect([16, 35, 68, 25], 4)],
      ['shade', rect([16, 57.4, 68, 1.8])],
      ['deep', rect([13.5, 26, 73, 11], 5)],
      ['dark', rect([44.5, 24.5, 11, 63.5], 2)],
      ['metal', rect([46, 50, 8, 6], 1)],
      ['shine', rect([20, 42, 2.6, 40], 1.3)],
    ],
  },
  knife: {
    turn: -38,
    layers: [
      ['metal', 'M4 47Q30 42 63 42V57Q26 60 4 47Z'],
      ['shine', 'M8 47.4Q34 44 63 43.6V46Q34 46 8 47.4Z'],
      ['shade', 'M63 55Q30 57.4 12 50Q28 58.6 63 57Z'],
      ['metal', rect([62, 41, 5, 17], 1)],
      ['body', 'M66 42H92Q97 42 97 48Q97 57 91 57Q86 54.6 80 56.6Q73 58.6 66 57Z'],
      ['metal', ellipse([74, 49], 1.5)],
      ['metal', ellipse([82, 49], 1.5)],
      ['metal', ellipse([90, 49], 1.5)],
    ],
  },
} satisfies Record<string, Silhouette>;
