import { arc, ellipse, rect, stroke } from './outlines.ts';
import type { Silhouette } from './silhouette.ts';

export const gardenShapes = {
  planter: {
    layers: [
      ['ground', ellipse([52, 89], 26, 4)],
      ['leaf', 'M50 50Q24 50 12 28Q42 26 50 50Z'],
      ['leaf', 'M50 50Q76 50 88 28Q58 26 50 50Z'],
      ['leafLight', 'M50 50Q28 36 32 10Q52 22 50 50Z'],
      ['leafLight', 'M50 50Q72 36 68 10Q48 22 50 50Z'],
      ['leaf', 'M50 50Q41 26 50 4Q59 26 50 50Z'],
      ['shade', 'M50 50Q49 26 50 4Q51 26 50 50Z'],
      ['body', 'M29 52H71L66 85Q65 89 61 89H39Q35 89 34 85Z'],
      ['shade', 'M29.6 56H70.4L70 59H30Z'],
      ['deep', rect([25.5, 46, 49, 10], 3)],
      ['shine', 'M36 62H39.4L42 84H39Z'],
    ],
  },
  wateringCan: {
    layers: [
      ['ground', ellipse([54, 87], 32, 4.5)],
      [
        'deep',
        arc(
          [
            [42, 48],
            [50, 6],
            [104, 26],
            [70, 76],
          ],
          5,
        ),
      ],
      ['deep', 'M40 80L11 40L16 36L40 60Z'],
      ['metal', 'M5 40L17 29L21 36L12 45Z'],
      ['dark', ellipse([54, 45], 20, 4.6)],
      ['body', 'M34 45Q54 54 74 45L76 81Q76 87 70 87H38Q32 87 32 81Z'],
      ['pale', 'M33 62Q54 68 75 62V68Q54 74 32.6 68Z'],
      ['shine', rect([39, 52, 3, 30], 1.5)],
    ],
  },
  trowel: {
    turn: 34,
    layers: [
      ['wood', rect([43.5, 2, 13, 36], 6.5)],
      ['body', 'M43.5 14V8.5Q43.5 2 50 2Q56.5 2 56.5 8.5V14Z'],
      ['white', ellipse([50, 7], 1.5)],
      ['metal', rect([46.5, 36, 7, 18], 1.5)],
      ['metal', 'M36 57Q36 51 50 51Q64 51 64 57Q66 80 50 98Q34 80 36 57Z'],
      ['shade', 'M50 54Q52 78 50 96Q48 78 50 54Z'],
      ['shine', 'M40 58Q40 55 45 54Q43 74 46 88Q38 74 40 58Z'],
    ],
  },
  birdhouse: {
    layers: [
      ['ground', ellipse([52, 89], 34, 4)],
      ['body', 'M25 48L50 22L75 48V86H25Z'],
      ...[36, 47, 58, 68].map((x) => ['shade', rect([x, 48, 0.9, 38])] as const),
      ['shade', 'M25 48L50 22L75 48V53L50 28L25 53Z'],
      [
        'wood',
        stroke(
          [
            [18, 50],
            [50, 18],
            [82, 50],
          ],
          6.5,
        ),
      ],
      ['deep', ellipse([50, 55], 10.5)],
      ['dark', ellipse([50, 55], 8.6)],
      [
        'wood',
        stroke(
          [
            [50, 72],
            [50, 75],
          ],
          4,
        ),
      ],
      ['wood', rect([20, 84, 60, 5.5], 1.5)],
    ],
  },
} satisfies Record<string, Silhouette>;
