/**
 * Loads a part of the application. When it does not arrive, because the connection is down or a newer version has been
 * rolled out, the promise never settles: the caller waits for the dialog that asks to reload, instead of failing.
 */
export async function loadPart<Part>(load: () => Promise<Part | undefined>): Promise<Part> {
  // Vite's import resolves to `undefined` when a handler has taken care of the failure.
  return (await load()) ?? new Promise<Part>(() => undefined);
}
