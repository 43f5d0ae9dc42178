/** The reviews that are known, in the order of the page. Only the first `shown` of `known` were on the last page. */
interface KnownPage {
  readonly known: readonly { readonly id: string }[];
  readonly shown: number;
}

/**
 * Some layouts of the page show fewer reviews; the reviews that they leave out still exist. A single review that is
 * missing at the end may really be gone, so a page that is shorter by one does not count as cut.
 */
export const isCutShort = (top: readonly { readonly id: string }[], { known, shown }: KnownPage): boolean =>
  top.length < shown - 1 && top.every(({ id }, index) => id === known[index]?.id);
