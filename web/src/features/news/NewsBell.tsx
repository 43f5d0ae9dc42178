import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useBrowserPush, useDesktopState } from '../../lib/browser/desktop-notifications.ts';
import { identityQuery } from '../../lib/session/identity.ts';
import { useKnownWorld } from '../../world/known-world.ts';
import { lazyPart } from '../../lib/browser/lazy-part.tsx';
import { loadPart } from '../../lib/browser/load-part.ts';
import { useStored } from '../../lib/browser/use-stored.ts';
import { Flyout } from '../../ui/overlays/Flyout.tsx';
import { BellCount } from './BellCount.tsx';
import { freshSince, isCovered, markOf, readMark, writeMark, type Mark, type Notice } from './news-mark.ts';
import { useDesktopNews } from './use-desktop-news.ts';
import { useRecentNews } from './use-recent-news.ts';
import './news.css';

const newsReel = lazyPart(async () => (await loadPart(() => import('./NewsReel.tsx'))).NewsReel);

/** The bell of the top bar, with the number of unseen notifications. */
export function NewsBell() {
  const { data: identity } = useQuery(identityQuery);
  return identity ? <Bell key={identity.email} email={identity.email} /> : null;
}

/** A placeholder that looks like the beginning of the list. */
const Loading = () => (
  <div className="reel__loading">
    <div className="reel__head">
      <h2>Recent Notifications</h2>
    </div>
  </div>
);

const none: readonly Notice[] = [];

function Bell({ email }: { readonly email: string }) {
  const { world, isAnswered } = useKnownWorld();
  const open = useOpenFromNews();
  const desktop = useDesktopState(email);
  useBrowserPush(email, desktop);
  useDesktopNews({ world: isAnswered ? world : undefined, state: desktop, onOpen: open });
  useWorkerMessages(open);

  const [cleared, setCleared] = useStored(`news.cleared.${email}`);
  const { seen, before, look } = useLook(email);
  const isOpen = before !== null;
  const { notices, products, failed } = useRecentNews(isOpen);
  const list = useMemo(() => notices?.filter((one) => !isCovered(one, readMark(cleared))), [notices, cleared]);
  const fresh = freshSince(list ?? none, before ?? seen);
  const trigger = (
    <button
      type="button"
      className="bell"
      title="Recent Notifications"
      onPointerEnter={() => void newsReel.load()}
      onFocus={() => void newsReel.load()}
    >
      <IconBell size={18} aria-hidden="true" />
      {!isOpen && <BellCount fresh={fresh} />}
      <span className="visually-hidden">Recent Notifications</span>
    </button>
  );
  return (
    <Flyout trigger={trigger} label="Recent Notifications" onOpenedChange={(isNowOpen) => look(isNowOpen, list)}>
      <Suspense fallback={<Loading />}>
        <newsReel.Part
          email={email}
          products={products}
          list={list}
          failed={failed}
          fresh={fresh}
          onClear={() => setCleared(writeMark(markOf(notices ?? none, readMark(cleared))))}
          onOpen={open}
        />
      </Suspense>
    </Flyout>
  );
}

/** New notifications stay marked while the list is open, and count as seen afterwards. */
function useLook(email: string) {
  const [text, write] = useStored(`news.seen.${email}`);
  const seen = readMark(text);
  const [before, setBefore] = useState<Mark | null>(null);
  const look = (isOpen: boolean, list: readonly Notice[] | undefined) => {
    setBefore(isOpen ? seen : null);
    // A list that has not loaded shows nothing, and an empty mark would make all that was seen new again.
    if (list) write(writeMark(markOf(list, seen)));
  };
  return { seen, before, look };
}

/** Opens a product's detail, or the issues when the notification is about several products. */
function useOpenFromNews(): (productId: string | null) => void {
  const navigate = useNavigate();
  return useCallback(
    (productId) =>
      void navigate(
        productId === null
          ? { to: '/home', search: { view: 'wd' }, hash: '' }
          : { to: '/home', search: true, hash: `pdet-${productId}`, resetScroll: false, hashScrollIntoView: false },
      ),
    [navigate],
  );
}

/** Handles a click on a notification that the service worker has shown. */
function useWorkerMessages(open: (productId: string | null) => void): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const handle = ({ data }: MessageEvent<unknown>) => {
      const productId = productOf(data);
      if (productId !== undefined) open(productId);
    };
    navigator.serviceWorker.addEventListener('message', handle);
    return () => navigator.serviceWorker.removeEventListener('message', handle);
  }, [open]);
}

/** Returns the product that a message of `push-worker.js` names; `undefined` for any other message. */
function productOf(data: unknown): string | null | undefined {
  if (typeof data !== 'object' || data === null || !('productId' in data)) return undefined;
  return typeof data.productId === 'string' || data.productId === null ? data.productId : undefined;
}
