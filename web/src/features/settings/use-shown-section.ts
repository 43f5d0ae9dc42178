import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { SectionId } from './sections.ts';

/** A section that was jumped to stands this far below the top of the window, or a little less. */
const topPx = 96;

/**
 * The section that one reads: the last whose head has come to the top of the window. At the end of the page, where the
 * last ones stand below each other, it is the one that the address names, or else the last.
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
    const handleScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', handleScroll);
    };
  }, [sections, addressed]);
  return shown;
}

const topOf = (id: string): number => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;

const isInView = (id: string): boolean => topOf(id) >= 0 && topOf(id) < window.innerHeight;
