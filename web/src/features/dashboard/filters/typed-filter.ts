/** The text of a filter's field, which the page follows after a pause in typing. */
interface TypedFilter {
  readonly typed: string;
  /** The text that was passed on last. */
  readonly sent: string;
  /** The text by which the page is known to filter. */
  readonly known: string;
}

export const typedFilter = (text: string): TypedFilter => ({ typed: text, sent: text, known: text });

/**
 * The field once the page filters by another text: the one that was passed on, beside which the user may have typed
 * more meanwhile, or one of the back button or of "clear filter", which the field takes over.
 */
export function followPage(filter: TypedFilter, text: string): TypedFilter {
  if (text === filter.known) return filter;
  return text === filter.sent ? { ...filter, known: text } : typedFilter(text);
}
