import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { NewsBell } from '../../features/news/NewsBell.tsx';
import { beacon } from '../../lib/browser/beacon.ts';
import { useStore } from '../../lib/browser/store.ts';
import { type BeaconLevel, Brand } from '../../ui/signs/Logo.tsx';
import { TopBarSlots } from '../../ui/layout/TopBarSlot.tsx';
import { ShellBanners } from './ShellBanners.tsx';
import { useAfterPaint } from '../../ui/hooks/use-after-paint.ts';
import { Footer } from './Footer.tsx';
import { UserMenu } from './UserMenu.tsx';
import './shell.css';
import { keyListOpen, openHelp, showHelp } from '../../lib/help.ts';
import { loadPart } from '../../lib/browser/load-part.ts';
import { IconBulb, IconHelpCircle, IconKeyboard, IconLifebuoy, IconMessageReport } from '@tabler/icons-react';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { KeyCap } from '../../ui/signs/KeyCap.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/overlays/Menu.tsx';

interface Props {
  readonly children: ReactNode;
  /** Whether the page has keyboard shortcuts of its own, which the help menu lists. */
  readonly hasKeys?: boolean;
}

/** The bar of every logged-in page; a page fills its slots with `TopBarSlot`. */
export function Shell({ children, hasKeys = false }: Props) {
  const [views, setViews] = useState<HTMLElement | null>(null);
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const level = useStore(beacon);
  const slots = useMemo(() => ({ views, end }), [views, end]);
  useEffect(() => showFavicon(level), [level]);
  const hasFooter = useHasFooter();
  return (
    <TopBarSlots value={slots}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="top-bar">
        <Link to="/home" className="brand-link" aria-label="Watchpost, home">
          <Brand beacon={level} />
        </Link>
        <div className="top-bar__views" ref={setViews} />
        <div className="top-bar__end" ref={setEnd} />
        <HelpMenu hasKeys={hasKeys} />
        <NewsBell />
        <UserMenu />
      </header>
      <ShellBanners />
      <div id="content" tabIndex={-1}>
        {children}
      </div>
      {hasFooter && <Footer />}
      <Help />
    </TopBarSlots>
  );
}

const HelpModal = lazy(async () => {
  const { HelpModal: component } = await loadPart(() => import('../../features/help/HelpModal.tsx'));
  return { default: component };
});

/** The help, which is loaded when it is first opened. */
function Help() {
  const place = useStore(openHelp);
  // Closes the help when the user leaves the page on which it was opened.
  useEffect(() => () => openHelp.set(null), []);
  if (!place) return null;
  return (
    <Suspense fallback={null}>
      <HelpModal place={place} />
    </Suspense>
  );
}

/** @param hasKeys whether the page has keyboard shortcuts of its own to list. */
function HelpMenu({ hasKeys }: { readonly hasKeys: boolean }) {
  // A list of keyboard shortcuts is of no use on a touch screen.
  const listsKeys = hasKeys && window.matchMedia('(hover: hover)').matches;
  const trigger = (
    <IconButton label="Help">
      <IconHelpCircle size={20} aria-hidden="true" />
    </IconButton>
  );
  return (
    <Menu trigger={trigger} align="end">
      <MenuItem icon={<IconLifebuoy size={16} />} onSelect={() => showHelp({ tab: 'faq' })}>
        Help center
      </MenuItem>
      <MenuItem icon={<IconMessageReport size={16} />} onSelect={() => showHelp({ tab: 'contact' })}>
        Contact / report an issue
      </MenuItem>
      <MenuItem icon={<IconBulb size={16} />} onSelect={() => showHelp({ tab: 'feature' })}>
        Suggest a feature
      </MenuItem>
      {listsKeys && (
        <>
          <MenuLine />
          <MenuItem icon={<IconKeyboard size={16} />} end={<KeyCap>?</KeyCap>} onSelect={() => keyListOpen.set(true)}>
            Keys
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** Whether a page has been painted since the application started. */
let wasPainted = false;

/** The first page is painted without its footer, which nobody looks at first and which takes a twelfth of its start. */
function useHasFooter(): boolean {
  const isPainted = useAfterPaint<boolean>(true, wasPainted) === true;
  useEffect(() => {
    if (isPainted) wasPainted = true;
  }, [isPainted]);
  return isPainted;
}

/** Gives the tab's icon the same light as the mark in the top bar. */
function showFavicon(level: BeaconLevel): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = level === 'none' ? '/favicon.svg' : `/favicon-${level}.svg`;
}
