/** Returns the message of a caught error. Anything may be thrown, not only an `Error`. */
export const messageOfError = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** Returns the code that Node.js, a library or the API has given a caught error; `null` without one. */
export const codeOfError = (thrown: unknown): string | null =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null;
