import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import { useLater } from './use-after-paint.ts';

/** What of dialogs the address's hash may name, before the id of what they show. */
export type HashPrefix = 'pdet-' | 'saleschart-';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of an entry that was put above the page for a dialog: the search of the page, to which going back leads. */
    readonly above?: string;
  }
}

/**
 * Shows and closes a dialog that the address's hash names: links from mails and the back button work. The press is
 * painted before the address changes, which takes the router a while; how it changes is asked only then, since somebody
 * quick has done something else in the meantime.
 */
export function useHashDialog(prefix: HashPrefix) {
  const navigate = useNavigate({ from: '/home' });
  const { history } = useRouter();
  const later = useLater();
  const left = useRef<unknown>(null);
  const show = useCallback(
    (id: string) =>
      later(() => {
        // Another one in the same dialog: still one step back to the page beneath.
        const { location } = history;
        const isOpen = location.hash.startsWith(`#${prefix}`);
        void navigate({
          hash: `${prefix}${id}`,
          search: true,
          state: isOpen || { above: location.search },
          replace: isOpen,
          resetScroll: false,
          hashScrollIntoView: false,
        });
      }),
    [history, later, navigate, prefix],
  );
  const close = useCallback(
    () =>
      later(() => {
        const { location } = history;
        // Going back takes the browser a while, and a second press would go back once more.
        if (location === left.current) return;
        left.current = location;
        // A link from outside has no page beneath, and a filter that came later is not undone.
        if (location.state.above === location.search) history.back();
        else void navigate({ hash: '', search: true, replace: true, resetScroll: false });
      }),
    [history, later, navigate],
  );
  return useMemo(() => ({ show, close }), [show, close]);
}

/** The id in the hash while such a dialog is open; who only opens one does not render again for it. */
export function useHashId(prefix: HashPrefix): string | null {
  const hash = useLocation({ select: (location) => location.hash });
  return hash.startsWith(prefix) ? hash.slice(prefix.length) : null;
}
