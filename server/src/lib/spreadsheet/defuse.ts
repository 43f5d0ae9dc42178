/** A text that begins like this becomes a formula when the file passes through CSV. */
const looksLikeFormula = /^'*[=+\-@\t\r]/;

/** Puts an apostrophe before a text that could become a formula. */
export const defuseFormula = (text: string): string => (looksLikeFormula.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `defuseFormula` has added. */
export const restoreDefused = (text: string): string =>
  text.startsWith("'") && looksLikeFormula.test(text) ? text.slice(1) : text;
