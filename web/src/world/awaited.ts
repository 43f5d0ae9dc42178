import { createContext, useContext } from 'react';

/**
 * Whether the server has still to answer since the page was opened, so that the products are those of an earlier visit.
 * A context, since only what would call a product fine reads it, and hundreds of cards are not drawn again for it.
 */
export const AwaitedContext = createContext(false);

export const useIsAwaited = (): boolean => useContext(AwaitedContext);
