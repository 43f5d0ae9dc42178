import { IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { inOrderOf, isSameOrder } from './steady-order.ts';
import './products.css';

interface Props {
  readonly products: readonly Product[];
  /** The chosen filters and sorting; a change of them sorts the list again immediately. */
  readonly choice: unknown;
  readonly children: (products: readonly Product[]) => ReactNode;
}

/**
 * Keeps the order of the products while the pointer is over them or the page is scrolled down, so that nothing jumps. A
 * product with a new issue moves to the top afterwards.
 */
export function SteadyProducts({ products, choice, children }: Props) {
  const [isPointed, setPointed] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  const [shown, setShown] = useState({ products, source: products, choice });
  const isHeld = (isPointed || isScrolled) && shown.choice === choice;
  if (shown.source !== products || shown.choice !== choice || (!isHeld && shown.products !== products)) {
    const next = isHeld ? inOrderOf(shown.products, products) : products;
    setShown({ products: isSameOrder(next, products) ? products : next, source: products, choice });
  }
  const showSorted = useCallback(() => {
    setShown({ products, source: products, choice });
    window.scrollTo(0, 0);
  }, [products, choice]);
  return (
    <div onPointerEnter={() => setPointed(true)} onPointerLeave={() => setPointed(false)}>
      <PageTop onScrolledAway={setScrolled} />
      {shown.products !== products && shown.source === products && (
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
