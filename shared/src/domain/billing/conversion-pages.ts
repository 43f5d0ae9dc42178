/** Pages whose documents may report a conversion: sign-up, the pages that lead to it, and the set-up after it. */
const conversionPages: readonly string[] = ['/', '/login', '/forgotpassword', '/signup', '/connect'];

export const isConversionPage = (path: string): boolean => conversionPages.includes(path);
