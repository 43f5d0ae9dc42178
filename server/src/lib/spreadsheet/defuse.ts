/** Programs take a text that begins like this for a formula when the file passes through CSV. */
const looksLikeFormula = /^'*[=+\-@\t\r]/;

/** A text as it may stand in a cell: with an apostrophe before what could become a formula. */
export const defused = (text: string): string => (looksLikeFormula.test(text) ? `'${text}` : text);

/** The text that was defused. */
export const undefused = (text: string): string =>
  text.startsWith("'") && looksLikeFormula.test(text) ? text.slice(1) : text;
