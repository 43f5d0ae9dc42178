/** Something that is created when it is first needed. */
interface Lazy<T> {
  get(): Promise<T>;
  /** Calls the function with what was created, also if the creation has not ended yet. */
  ifCreated(use: (created: T) => void): void;
}

/** Creates a client at its first use, when its library is loaded. After a failed creation the next use tries again. */
export function lazily<T>(create: () => Promise<T>): Lazy<T> {
  let created: Promise<T> | null = null;
  return {
    get() {
      created ??= create().catch((error: unknown) => {
        created = null;
        throw error;
      });
      return created;
    },
    ifCreated(use) {
      created?.then(use, () => undefined);
    },
  };
}
