/** Heights of plot and axes in CSS pixels. The charts and their skeleton share them, so that nothing jumps. */
export const salesHeight = 260;
export const promotionsHeight = 180;
