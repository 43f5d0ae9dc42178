import { useEffect, useEffectEvent } from 'react';

/** What an arrow key means something else to. */
const ownArrows = 'input, textarea, select, [role=slider], [role=tab], [role=menu], [contenteditable]';

/** The arrow keys ← and → go through the gallery while its dialog is the only one. */
export function useTurnKeys(turn: { readonly previous: () => void; readonly next: () => void }): void {
  // From where one turns is where the page stands, also before its effects have run.
  const follow = useEffectEvent((key: string) => (key === 'ArrowLeft' ? turn.previous() : turn.next()));
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const isElsewhere = event.target instanceof Element && event.target.closest(ownArrows) !== null;
      if (isElsewhere || document.querySelectorAll('dialog[open]').length !== 1) return;
      follow(event.key);
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
}
