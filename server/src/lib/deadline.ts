/**
 * Runs the work with a signal that fires at the deadline. Rejects at the deadline even if the work ignores the signal.
 */
export async function withDeadline<T>(deadlineMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(deadlineMs);
  const { promise: ended, resolve: end } = Promise.withResolvers<'ended'>();
  const onAbort = () => end('ended');
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const outcome = await Promise.race([work(signal).then((value) => ({ value })), ended]);
    if (outcome !== 'ended') return outcome.value;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  throw new Error('There was no answer in time');
}
