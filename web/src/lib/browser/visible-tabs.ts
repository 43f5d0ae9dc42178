const lockName = 'watchpost.visible';

/** Holds a lock while this tab is visible, so that other tabs can detect it. Returns a function that ends this. */
export function shareVisibility(): () => void {
  let release: (() => void) | null = null;
  const follow = () => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible === (release !== null)) return;
    if (release) {
      release();
      release = null;
      return;
    }
    const held = Promise.withResolvers<void>();
    release = held.resolve;
    if ('locks' in navigator) void navigator.locks.request(lockName, { mode: 'shared' }, () => held.promise);
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    release?.();
  };
}

/** Whether any tab of Watchpost in this browser is visible. */
export async function isAnyTabVisible(): Promise<boolean> {
  if (document.visibilityState === 'visible') return true;
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockName);
}
