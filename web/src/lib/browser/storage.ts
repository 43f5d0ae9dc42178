/** The beginning of the names under which this product stores texts in the browser. */
export const storagePrefix = 'watchpost.';

/** Local storage that never throws: it may be full, forbidden or absent, and then nothing is stored. */
export const storage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(storagePrefix + key);
    } catch {
      return null;
    }
  },
  write(key: string, value: string): void {
    try {
      localStorage.setItem(storagePrefix + key, value);
    } catch {
      // Storage is full or forbidden; nothing that is stored here is essential.
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(storagePrefix + key);
    } catch {
      // Storage is forbidden, so there is nothing to remove.
    }
  },
};
