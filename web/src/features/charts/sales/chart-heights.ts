/** CSS pixels of plot and axes; both charts and their skeleton have them, so that nothing jumps. */
export const salesHeight = 260;
export const promotionsHeight = 180;
