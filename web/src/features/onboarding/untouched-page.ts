const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 200);
};

/**
 * Tries, whenever the page has been drawn anew or scrolled and rests, until it succeeds or somebody begins to work: from then on
 * nothing may appear under the hand. Returns how to stop.
 */
export function whilePageIsUntouched(attempt: () => boolean): () => void {
  const stop = new AbortController();
  let isWaiting = false;
  const look = () => {
    if (isWaiting) return;
    isWaiting = true;
    whenIdle(() => {
      isWaiting = false;
      if (!stop.signal.aborted && attempt()) stop.abort();
    });
  };
  const drawn = new MutationObserver(look);
  drawn.observe(document.body, { childList: true, subtree: true });
  stop.signal.addEventListener('abort', () => drawn.disconnect());
  window.addEventListener('scrollend', look, { signal: stop.signal, passive: true });
  for (const touch of ['pointerdown', 'keydown'] as const) {
    window.addEventListener(touch, () => stop.abort(), { signal: stop.signal, passive: true, capture: true });
  }
  look();
  return () => stop.abort();
}
