export interface SingleFlight<T> {
  /** Whoever asks for the same while it is under way waits for the one who asked first. Nothing is kept afterwards. */
  share(key: string, ask: () => Promise<T>): Promise<T>;
}

/** Many seller accounts of a fresh start need the one destination of their region at the same moment. */
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
