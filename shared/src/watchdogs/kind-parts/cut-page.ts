/** The reviews of the last page in its order. Only the first `shown` of `known` were on that page. */
interface KnownPage {
  readonly known: readonly { readonly id: string }[];
  readonly shown: number;
}

/**
 * Some layouts of the page show fewer reviews, and what they leave out is not gone. A single review that is missing at
 * the end may be gone, so that a page shorter by one does not count as cut.
 */
export const isCutShort = (top: readonly { readonly id: string }[], { known, shown }: KnownPage): boolean =>
  top.length < shown - 1 && top.every(({ id }, index) => id === known[index]?.id);
