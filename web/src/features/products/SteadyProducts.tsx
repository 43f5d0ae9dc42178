import { IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import type { OpenIssues } from '@app/shared/world/issues/open-issues.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { asSorted, followSorted, hasNewProblems } from './steady-order.ts';
import './products.css';

interface Props {
  readonly products: readonly Product[];
  readonly issues: OpenIssues;
  /** The chosen filters and sorting; a change of them sorts the list again immediately. */
  readonly choice: unknown;
  readonly children: (products: readonly Product[]) => ReactNode;
}

/**
 * Keeps the order of the products while the pointer is over them or the page is scrolled down, so that nothing jumps. A
 * product with a new issue moves to the top afterwards.
 */
export function SteadyProducts({ products, issues, choice, children }: Props) {
  const [isPointed, setPointed] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  const sorted = useMemo(() => ({ products, issues, choice }), [products, issues, choice]);
  const [before, setShown] = useState(() => asSorted(sorted));
  const shown = followSorted(before, sorted, isPointed || isScrolled);
  if (shown !== before) setShown(shown);
  const hasNews = useMemo(() => hasNewProblems(shown, sorted), [shown, sorted]);
  const showSorted = useCallback(() => {
    setShown(asSorted(sorted));
    window.scrollTo(0, 0);
  }, [sorted]);
  return (
    <div onPointerEnter={() => setPointed(true)} onPointerLeave={() => setPointed(false)}>
      <PageTop onScrolledAway={setScrolled} />
      {hasNews && (
        <p className="news-above">
          <Button size="sm" icon={<IconArrowUp size={14} aria-hidden="true" />} onClick={showSorted}>
            New problems, show on top
          </Button>
        </p>
      )}
      {children(shown.products)}
    </div>
  );
}

/**
 * The margin by which the top of the page must be out of the window to count as scrolled away: the first cards are then
 * out of sight.
 */
const away = '400px 0px 0px';

/**
 * Reports when the page is scrolled down and when it is back at its top. An IntersectionObserver is used, because
 * reading the position at every scroll made the browser lay out the page again.
 */
function PageTop({ onScrolledAway }: { readonly onScrolledAway: (isAway: boolean) => void }) {
  const top = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!top.current) return undefined;
    const observer = new IntersectionObserver((entries) => onScrolledAway(entries.at(-1)?.isIntersecting === false), {
      rootMargin: away,
    });
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [onScrolledAway]);
  return <span ref={top} className="page-top" />;
}
