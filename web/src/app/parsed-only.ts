type AddressParameters = Readonly<Record<string, unknown>>;

/**
 * Makes the parameters that a page has parsed its only ones. The router adds all parameters of the address to those that
 * `validateSearch` returns, also those that it has refused, unless it returns a value for them. The router then also takes
 * them out of the address.
 */
export const parsedOnly =
  <Search extends object>(parse: (given: AddressParameters) => Search) =>
  (given: AddressParameters): Search => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...parse(given),
  });
