/** Where the lanes stand in the picture, in px from its top. They share one time axis. */
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
/** Left of the lanes stand their names, right of them what their ends are worth. */
export const gutters = { left: 56, right: 60 } as const;
