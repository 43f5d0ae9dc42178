const fallback = 'en-US';

/** The language, or American English for one that is no valid tag, such as `en-US@posix`. */
export function validLanguage(language: string | undefined): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? fallback;
  } catch {
    return fallback;
  }
}

/** Some browsers report a language that is no valid tag. The charts' library would fail on it when it is loaded. */
export function repairLanguage(): void {
  const language = validLanguage(navigator.language);
  if (language !== navigator.language) Object.defineProperty(navigator, 'language', { get: () => language });
}
