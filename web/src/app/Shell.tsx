import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { NewsBell } from '../features/news/NewsBell.tsx';
import { beacon } from '../lib/browser/beacon.ts';
import { useStore } from '../lib/browser/store.ts';
import { Brand } from '../ui/signs/Logo.tsx';
import { TopBarSlots } from '../ui/layout/TopBarSlot.tsx';
import { ShellBanners } from './ShellBanners.tsx';
import { showFavicon } from './favicon.ts';
import { Footer } from './Footer.tsx';
import { Help } from './Help.tsx';
import { HelpMenu } from './HelpMenu.tsx';
import { UserMenu } from './UserMenu.tsx';
import './shell.css';

interface Props {
  readonly children: ReactNode;
  /** The page has keys of its own, which the help lists. */
  readonly hasKeys?: boolean;
}

/** The bar of every logged-in page; a page fills its slots with `TopBarSlot`. */
export function Shell({ children, hasKeys = false }: Props) {
  const [views, setViews] = useState<HTMLElement | null>(null);
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const level = useStore(beacon);
  const slots = useMemo(() => ({ views, end }), [views, end]);
  useEffect(() => showFavicon(level), [level]);
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
      <Footer />
      <Help />
    </TopBarSlots>
  );
}
