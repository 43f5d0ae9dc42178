/**
 * A part of the application that is loaded when it is wanted. Where it is gone from the server, because a newer version
 * has been rolled out, what waits for it goes on waiting behind the dialog that asks to reload, instead of failing.
 */
export async function loadPart<Part>(load: () => Promise<Part | undefined>): Promise<Part> {
  // Vite answers nothing when somebody has taken care of the failure.
  return (await load()) ?? new Promise<Part>(() => undefined);
}
