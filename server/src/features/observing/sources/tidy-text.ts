/** Marks that nobody sees: of direction, of width zero, of the beginning of a file. */
const invisible = /[\u200B\u200E\u200F\u202A-\u202E\u2060\uFEFF]/g;

/** Text as a reader sees it, so that another spacing or an invisible mark is no change; `null` where nothing is left. */
export const tidy = (text: string | null | undefined): string | null =>
  text?.normalize('NFC').replaceAll(invisible, '').replaceAll(/\s+/g, ' ').trim() || null;
