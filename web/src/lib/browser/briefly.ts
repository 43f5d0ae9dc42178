/** The longest wait that a person does not notice beside the start of a page. */
const longestWaitMs = 300;

/**
 * Waits for what a page is drawn with, but not for longer than a person would notice. It usually comes sooner, and the
 * page is then drawn once and not first as a skeleton.
 */
export async function briefly(work: Promise<unknown>): Promise<void> {
  const wait = Promise.withResolvers<void>();
  const timer = setTimeout(wait.resolve, longestWaitMs);
  await Promise.race([work, wait.promise]);
  clearTimeout(timer);
}
