const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a moment in the browser's time zone unless the options name another. The formatters are kept, because
 * constructing one takes longer than drawing a row; the first one of a page takes 25 ms on a fast computer, so that
 * none is constructed before it is needed.
 */
export function formatDate(
  at: Date | number,
  options: Intl.DateTimeFormatOptions,
  locale: 'en-GB' | 'en-CA' = 'en-GB',
): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format.format(at);
}
