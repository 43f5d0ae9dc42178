/**
 * Asks for the address of another service and leads the browser there. Throws the refusal. Does nothing with the answer
 * once the signal aborts, because the person has left the page or closed the dialog.
 */
export async function leadAway(ask: (signal: AbortSignal) => Promise<string>, signal: AbortSignal): Promise<void> {
  try {
    const address = await ask(signal);
    if (!signal.aborted) window.location.assign(address);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
