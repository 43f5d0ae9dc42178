/** Section 5: an ASIN is alphanumeric; other characters at the ends of typed or pasted text are stripped. */
export const cleanAsin = (typed: string): string => typed.replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/gi, '').toUpperCase();

/** Accepts more than the marketplace's ten characters: the server decides whether the ASIN exists. */
export const isAsin = (asin: string): boolean => /^[A-Z0-9]{1,20}$/.test(asin);

/** The texts of section 8 about an ASIN that a person entered. */
export const asinTexts = {
  unknown: (asin: string, marketplace: string | undefined): string =>
    marketplace
      ? `ASIN ${asin} does not exist in the ${marketplace} marketplace`
      : `ASIN ${asin} does not exist in the product`,
  notTracked: (asin: string): string =>
    `ASIN ${asin} is not tracked. You may start tracking this ASIN in your Product Tracking Settings`,
  trackedElsewhere: (asin: string, marketplaces: readonly string[]): string =>
    `ASIN ${asin} is only tracked on the following marketplace(s): ${marketplaces.join(', ')}`,
} as const;
