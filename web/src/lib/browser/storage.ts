const prefix = 'watchpost.';

/** Local storage that may be full, forbidden or absent; then nothing is remembered and nothing fails. */
export const storage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(prefix + key);
    } catch {
      return null;
    }
  },
  write(key: string, value: string): void {
    try {
      localStorage.setItem(prefix + key, value);
    } catch {
      // Full or forbidden: what is stored here can always be done without.
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(prefix + key);
    } catch {
      // As above.
    }
  },
};
