import { controls } from '@app/shared/base/invisible-characters.ts';

/** Replaces line breaks, because a line break in a subject would begin another header. */
export const oneLine = (text: string): string => text.replaceAll(controls, ' ').trim();
