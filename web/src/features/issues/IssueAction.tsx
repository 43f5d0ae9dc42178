import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { actionLink } from '@app/shared/watchdogs/model/action-link.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { buttonClass, type ButtonVariant } from '../../ui/fields/Button.tsx';
import { nameOf } from '../../world/level.ts';

interface Props {
  readonly watchdog: Watchdog;
  readonly product: Product;
  readonly item: WorldItem;
  readonly variant?: ButtonVariant;
  readonly size?: 'sm' | 'md';
}

/** The main button of an issue, which leads to the place of the next step at the product's own marketplace. */
export function IssueAction({ watchdog, product, item, variant, size }: Props) {
  const { label, place } = watchdog.action;
  const address = actionLink(place, { ...product, keyword: item.settings.keyword });
  const outside = { target: '_blank', rel: 'noreferrer' };
  return (
    <a
      className={buttonClass({ variant, size })}
      href={address ?? `#saleschart-${product.productId}`}
      {...(address !== null && outside)}
      aria-label={`${label}: ${nameOf(product)}`}
    >
      {label}
    </a>
  );
}
