import { useCanGoBack, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import { useLater } from '../../ui/use-after-paint.ts';

/** What of dialogs the address's hash may name, before the id of what they show. */
export type HashPrefix = 'pdet-' | 'saleschart-';

/**
 * Opens, turns and closes a dialog that the address's hash names: links from mails and the back button work. The press is
 * painted before the address changes, which takes the router a while.
 */
export function useHashDialog(prefix: HashPrefix) {
  const navigate = useNavigate({ from: '/home' });
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const openedHere = useRef(false);
  const later = useLater();
  const show = useCallback(
    (id: string, replace: boolean) =>
      later(
        () =>
          void navigate({
            hash: `${prefix}${id}`,
            search: true,
            replace,
            resetScroll: false,
            hashScrollIntoView: false,
          }),
      ),
    [later, navigate, prefix],
  );
  const open = useCallback(
    (id: string) => {
      openedHere.current = true;
      show(id, false);
    },
    [show],
  );
  const turn = useCallback((id: string) => show(id, true), [show]);
  const close = useCallback(() => {
    // Closing what was opened here goes back to the page beneath; a link from outside has no page beneath.
    const isAbove = openedHere.current && canGoBack;
    openedHere.current = false;
    later(() => {
      if (isAbove) router.history.back();
      else void navigate({ hash: '', search: true, replace: true, resetScroll: false });
    });
  }, [canGoBack, later, navigate, router]);
  return useMemo(() => ({ open, turn, close }), [open, turn, close]);
}

/** The id in the hash while such a dialog is open; who only opens one does not render again for it. */
export function useHashId(prefix: HashPrefix): string | null {
  const hash = useLocation({ select: (location) => location.hash });
  return hash.startsWith(prefix) ? hash.slice(prefix.length) : null;
}
