import { useEffect, useState } from 'react';
import type { SectionId } from './sections.ts';

/** The section that one reads: the last whose head has come above the upper third of the window. */
export function useShownSection(sections: readonly { readonly id: SectionId }[]): SectionId | undefined {
  const [shown, setShown] = useState(sections[0]?.id);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const line = isAtEnd && window.scrollY > 0 ? window.innerHeight : window.innerHeight / 3;
      const above = sections.filter(({ id }) => topOf(id) < line);
      setShown((above.at(-1) ?? sections[0])?.id);
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
  }, [sections]);
  return shown;
}

const topOf = (id: string): number => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;
