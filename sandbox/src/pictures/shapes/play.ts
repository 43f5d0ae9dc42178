import { ellipse, rect } from './outlines.ts';
import type { Silhouette } from './silhouette.ts';

const puzzlePiece =
  'M24 36H39Q34 20 46 20Q58 20 53 36H68V51Q84 46 84 58Q84 70 68 65V80H53Q57 67 46 67Q35 67 39 80H24V65Q38 70 38 58Q38 46 24 51Z';

export const playShapes = {
  toy: {
    layers: [
      ['ground', ellipse([50, 85], 44, 4.5)],
      ['body', 'M8 66Q8 55 22 52L32 38Q35 34 40 34H60Q65 34 68 38L77 51Q92 53 92 65V72Q92 77 87 77H13Q8 77 8 72Z'],
      ['glass', 'M38 40H48V52H30Z'],
      ['glass', 'M53 40H61L69 52H53Z'],
      ['pale', rect([8, 61, 84, 4.6])],
      ['glow', ellipse([87.6, 60], 2.6, 3.2)],
      ['dark', ellipse([28, 76], 11)],
      ['dark', ellipse([72, 76], 11)],
      ['accent', ellipse([28, 76], 5)],
      ['accent', ellipse([72, 76], 5)],
      ['shine', 'M36 36.6Q38 36 42 36H58Q46 37.6 36 40Z'],
    ],
  },
  puzzle: {
    turn: -8,
    layers: [
      ['ground', ellipse([48, 85], 34, 4)],
      ['shade', puzzlePiece],
      ['flat', puzzlePiece],
      ['shade', 'M24 77H38.4L39 80H24ZM53.6 77H68V80H53Z'],
      ['shine', 'M24 36H39L38.6 38.6H24ZM53 36H68V38.6H53.4Z'],
      ['accent', ellipse([31.5, 73], 2.6)],
    ],
  },
  ball: {
    layers: [
      ['ground', ellipse([53, 89], 30, 5)],
      ['sphere', ellipse([50, 52], 37)],
      ['accent', 'M50 15Q28 52 50 89Q72 52 50 15Z'],
      ['pale', 'M24 25.6Q20 52 24 78.4Q13 66 13 52Q13 38 24 25.6Z'],
      ['pale', 'M76 25.6Q80 52 76 78.4Q87 66 87 52Q87 38 76 25.6Z'],
      ['white', ellipse([50, 20], 7, 4)],
      ['shade', 'M20 74Q50 90 84 66Q74 89 50 89Q30 89 20 74Z'],
      ['shine', ellipse([36, 34], 9, 6)],
    ],
  },
  notebook: {
    turn: 5,
    layers: [
      ['ground', ellipse([54, 89], 32, 4)],
      ['white', rect([28, 14, 53, 74], 3)],
      ['shade', rect([78.6, 16, 0.8, 70])],
      ['body', rect([24, 12, 53, 76], 4)],
      ['deep', 'M28 12H34V88H28Q24 88 24 84V16Q24 12 28 12Z'],
      ['accent', rect([67, 12, 3, 76])],
      ['white', rect([40, 26, 21, 14], 1.5)],
      ['shade', rect([44, 30.6, 13, 1.6])],
      ['shade', rect([44, 34.4, 9, 1.4])],
      ['accent', 'M46 88H50V96L48 94L46 96Z'],
    ],
  },
} satisfies Record<string, Silhouette>;
