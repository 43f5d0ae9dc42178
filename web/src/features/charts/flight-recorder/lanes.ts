/**
 * The positions of the lanes in px from the top of the picture, at the usual size of text, with which the picture grows.
 * They share one time axis.
 */
export const lanes = {
  events: { name: 'Events', top: 0, bottom: 26 },
  price: { name: 'Price', top: 40, bottom: 116 },
  buyBox: { name: 'Buy box', top: 130, bottom: 142 },
  rank: { name: 'Rank', top: 158, bottom: 208 },
  stock: { name: 'Stock', top: 222, bottom: 266 },
  sales: { name: 'Sales', top: 280, bottom: 340 },
} as const;

export const axisTop = 344;
export const recorderHeight = 364;
/** Space for the names of the lanes on the left and for the values at their ends on the right. */
export const gutters = { left: 56, right: 60 } as const;
