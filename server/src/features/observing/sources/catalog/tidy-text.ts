import { cutAt } from '@app/shared/base/cut-text.ts';

/** Marks that nobody sees: of direction, of width zero, of the beginning of a file. */
const invisible = /[\u200B\u200E\u200F\u202A-\u202E\u2060\uFEFF]/g;

/** Longer than any that the marketplace allows for a title, or writes for an issue: what goes on is not kept. */
const longest = 500;

/** Text as a reader sees it, so that another spacing or an invisible mark is no change; `null` where nothing is left. */
export const tidy = (text: string | null | undefined): string | null =>
  text?.normalize('NFC').replaceAll(invisible, '').replaceAll(/\s+/g, ' ').trim() || null;

/** The beginning of one that is too long to be kept whole. */
export const tidyLine = (text: string | null | undefined): string | null => {
  const line = tidy(text);
  return line && cutAt(line, longest).trimEnd();
};
