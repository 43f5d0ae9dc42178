/** Heights of plot and axes in px at the usual size of text. The charts and their skeleton share them, so that nothing jumps. */
export const salesHeight = 260;
export const promotionsHeight = 180;
