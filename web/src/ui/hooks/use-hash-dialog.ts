import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import { useLater } from './use-after-paint.ts';

/** The prefixes in the address's hash that name a dialog, followed by the id of its content. */
type HashPrefix = 'pdet-' | 'saleschart-';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Stored with a history entry that was added for a dialog: the search of the page below, to which "back" returns.
     */
    readonly above?: string;
  }
}

/**
 * Shows and closes a dialog that the address's hash names, so that links from mails and the back button work. The press
 * is painted before the address changes, which takes the router a while. How the address changes is decided only then,
 * since the user may have acted in between.
 */
export function useHashDialog(prefix: HashPrefix) {
  const navigate = useNavigate({ from: '/home' });
  const { history } = useRouter();
  const later = useLater();
  const left = useRef<unknown>(null);
  const show = useCallback(
    (id: string) =>
      later(() => {
        // Another product in the same dialog replaces the entry, so that the page below stays one step back.
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
        // Going back takes the browser a while, and a second press would go back twice.
        if (location === left.current) return;
        left.current = location;
        // A dialog opened by a link has no page below, and going back must not undo a filter that was set later.
        if (location.state.above === location.search) history.back();
        else void navigate({ hash: '', search: true, replace: true, resetScroll: false });
      }),
    [history, later, navigate],
  );
  return useMemo(() => ({ show, close }), [show, close]);
}

/**
 * Returns the id in the hash while a dialog with this prefix is open. A component that only opens the dialog does not
 * render again for it.
 */
export function useHashId(prefix: HashPrefix): string | null {
  const hash = useLocation({ select: (location) => location.hash });
  return hash.startsWith(prefix) ? hash.slice(prefix.length) : null;
}
