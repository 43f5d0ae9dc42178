import { arc, ellipse, rect } from './outlines.ts';
import type { Silhouette } from './silhouette.ts';

export const tableShapes = {
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
