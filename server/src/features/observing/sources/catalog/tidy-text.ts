import { cutAt } from '@app/shared/base/cut-text.ts';
import { withoutInvisible } from '@app/shared/base/invisible-characters.ts';

/**
 * Longer texts are cut after this many characters. No title that Amazon allows is as long, nor is any issue it writes.
 */
const longest = 500;

/**
 * Returns the text as a reader sees it, so that a change of spacing or of invisible marks is no change. `null` if
 * nothing is left.
 */
export const tidy = (text: string | null | undefined): string | null =>
  withoutInvisible(text?.normalize('NFC') ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim() || null;

/** Returns the text as `tidy` does, cut after the maximum length. */
export const tidyLine = (text: string | null | undefined): string | null => {
  const line = tidy(text);
  return line && cutAt(line, longest).trimEnd();
};
