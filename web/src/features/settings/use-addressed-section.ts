import { useEffect } from 'react';

/**
 * Shows the section that the address names, which was not there yet when the browser looked for it. What loads above it
 * moves it down: it is shown again until somebody does something.
 */
export function useAddressedSection(): void {
  useEffect(() => {
    const section = document.getElementById(window.location.hash.slice(1));
    if (!section?.parentElement) return undefined;
    const observer = new ResizeObserver(() => section.scrollIntoView());
    observer.observe(section.parentElement);
    const stop = () => observer.disconnect();
    for (const type of doings) window.addEventListener(type, stop, { passive: true });
    return () => {
      stop();
      for (const type of doings) window.removeEventListener(type, stop);
    };
  }, []);
}

const doings = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
