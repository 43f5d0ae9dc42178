/** The label of a line of evidence that is the address of a picture, to be shown as one. */
export const pictureBefore = 'Main image before';
