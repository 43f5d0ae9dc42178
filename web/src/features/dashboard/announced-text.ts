/** Screen readers read a live region again only when its text changes. */
const unheard = '\u{a0}';

/** The text of a live region for further news: it differs from the text before, even if the words are the same. */
export const announcedText = (before: string, words: string): string =>
  before === words ? `${words}${unheard}` : words;
