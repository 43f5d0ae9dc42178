import { useEffect, type RefObject } from 'react';
import { isForPage } from '../../ui/hooks/single-key.ts';

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** j and k, or the arrows once a row has the focus, move from product to product; Enter opens it. */
export function useRowKeys(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined || !isForPage(event)) return;
      const names = [...(table.current?.querySelectorAll<HTMLElement>('.line__open') ?? [])];
      const at = names.findIndex((name) => name.closest('tr')?.contains(document.activeElement));
      // Arrows scroll the page until somebody works in the table.
      if (at < 0 && event.key.startsWith('Arrow')) return;
      const next = names[at < 0 ? 0 : Math.min(names.length - 1, Math.max(0, at + step))];
      next?.focus({ preventScroll: true });
      next?.closest('tr')?.scrollIntoView({ block: 'nearest' });
      event.preventDefault();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [table]);
}
