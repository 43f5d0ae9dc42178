import { IconArrowUp } from '@tabler/icons-react';
import { useCallback, useState, type ReactNode } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { PageTop } from './PageTop.tsx';
import { inOrderOf, isSameOrder } from './steady-order.ts';

interface Props {
  readonly products: readonly Product[];
  /** Filters and sorting, as the reader chose them: another choice re-sorts at once. */
  readonly choice: unknown;
  readonly children: (products: readonly Product[]) => ReactNode;
}

/** Nothing jumps under the pointer or the eye: a product that goes red moves to the top when nobody is among the cards. */
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
