/**
 * Returns a function that keeps its last result and computes again only for other arguments: for slow results that are
 * needed again when a part of the page is shown again. Arguments are compared by identity.
 */
export function keepLast<Given extends readonly unknown[], Result>(
  compute: (...given: Given) => Result,
): (...given: Given) => Result {
  let last: { readonly given: Given; readonly result: Result } | undefined;
  return (...given) => {
    const isSame = last !== undefined && last.given.every((one, place) => Object.is(one, given[place]));
    last = last !== undefined && isSame ? last : { given, result: compute(...given) };
    return last.result;
  };
}
