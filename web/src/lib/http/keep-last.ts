/**
 * The same function, which computes again only for other arguments than the last: for what takes long and is wanted again
 * when a part of the page comes back. Arguments that are objects are the same when they are the very same.
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
