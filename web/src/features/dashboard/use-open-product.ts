import { useCanGoBack, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';

const prefix = 'pdet-';

/** Opens, turns and closes the detail of a product, which the address's hash names: links from mails and the back button work. */
export function useOpenProduct() {
  const navigate = useNavigate({ from: '/home' });
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const openedHere = useRef(false);
  const show = useCallback(
    (productId: string, replace: boolean) =>
      void navigate({
        hash: `${prefix}${productId}`,
        search: true,
        replace,
        resetScroll: false,
        hashScrollIntoView: false,
      }),
    [navigate],
  );
  const open = useCallback(
    (productId: string) => {
      openedHere.current = true;
      show(productId, false);
    },
    [show],
  );
  const turn = useCallback((productId: string) => show(productId, true), [show]);
  const close = useCallback(() => {
    // Closing what was opened here goes back to the page beneath; a link from outside has no page beneath.
    if (openedHere.current && canGoBack) router.history.back();
    else void navigate({ hash: '', search: true, replace: true, resetScroll: false });
    openedHere.current = false;
  }, [canGoBack, navigate, router]);
  return { open, turn, close };
}

/** The product whose detail is open; who only opens one does not render again for it. */
export function useOpenProductId(): string | null {
  const hash = useLocation({ select: (location) => location.hash });
  return hash.startsWith(prefix) ? hash.slice(prefix.length) : null;
}
