import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { SectionId } from './sections.ts';

/** The distance in px between the top of the window and a section that was scrolled to, with a little tolerance. */
const topPx = 96;

/**
 * The section that is being read: the last one whose head has reached the top of the window. At the end of the page,
 * where the last sections cannot reach the top, it is the one that the address names; otherwise it is the last one.
 * Content that loads moves the sections without a scroll, so that the height of the page is observed too.
 */
export function useShownSection(sections: readonly { readonly id: SectionId }[]): SectionId | undefined {
  const [shown, setShown] = useState(sections[0]?.id);
  const addressed = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const line = isAtEnd && window.scrollY > 0 ? window.innerHeight : topPx;
      const above = sections.filter(({ id }) => topOf(id) < line);
      const named = isAtEnd && sections.find(({ id }) => id === addressed && isInView(id));
      setShown((named || above.at(-1) || sections[0])?.id);
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    const observer = new ResizeObserver(lookSoon);
    look();
    observer.observe(document.body);
    window.addEventListener('scroll', lookSoon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('scroll', lookSoon);
    };
  }, [sections, addressed]);
  return shown;
}

const topOf = (id: string): number => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;

const isInView = (id: string): boolean => topOf(id) >= 0 && topOf(id) < window.innerHeight;
