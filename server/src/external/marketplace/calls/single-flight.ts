export interface SingleFlight<T> {
  /** Calls with the same key wait for the call under way instead of asking again. No result is kept afterwards. */
  share(key: string, ask: () => Promise<T>): Promise<T>;
}

/** Used when many seller accounts need the destination of their region at the same moment after a start. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const underWay = new Map<string, Promise<T>>();
  return {
    share(key, ask) {
      const known = underWay.get(key);
      if (known) return known;
      const asked = ask().finally(() => underWay.delete(key));
      underWay.set(key, asked);
      return asked;
    },
  };
}
