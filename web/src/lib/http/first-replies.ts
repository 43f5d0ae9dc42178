/**
 * Takes the reply to a call that the page made before its application was loaded; each can be taken once. The promise
 * resolves to `null` if the call failed.
 */
export function takeFirstReply(url: string): Promise<Response | null> | undefined {
  const reply = globalThis.firstReplies?.get(url);
  globalThis.firstReplies?.delete(url);
  return reply;
}

/** Drops the replies to the first calls, which belong to the session in which the page was opened. */
export const dropFirstReplies = (): void => globalThis.firstReplies?.clear();
