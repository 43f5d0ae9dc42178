/** The label of a line of evidence whose value is the address of a picture, which the page shows. */
export const pictureBefore = 'Main image before';
