import { productCount } from '@app/shared/base/format-count.ts';
import type { ProductSettings } from '@app/shared/contract/product-settings.ts';
import { wordOfState } from '@app/shared/domain/tracking.ts';
import { OvertakenModal } from '../../ui/overlays/OvertakenModal.tsx';
import type { Choice } from './draft.ts';
import type { FormHandle } from './use-product-form.ts';

interface Props {
  readonly handle: FormHandle;
  readonly products: readonly ProductSettings[];
}

/** Shows the settings that another user has saved since this form was loaded. */
export function ConflictModal({ handle, products }: Props) {
  const { form, conflicts, save, dropConflicts } = handle;
  const byId = new Map(products.map((product) => [product.productId, product]));
  const present = new Map(conflicts.map(({ productId, state, shortName }) => [productId, { state, shortName }]));
  const differences = conflicts.map((theirs) => {
    const { productId } = theirs;
    const mine = form.draft.get(productId);
    const name = byId.get(productId)?.productName ?? productId;
    return { key: productId, name, theirs: choiceText(theirs), mine: mine ? choiceText(mine) : null };
  });
  return (
    <OvertakenModal
      differences={differences}
      onYield={() => void save({ type: 'yielded', productIds: [...present.keys()] })}
      onInsist={() => void save({ type: 'insisted', present })}
      onClose={dropConflicts}
    >
      {productCount(conflicts.length)} {conflicts.length === 1 ? 'differs' : 'differ'}
    </OvertakenModal>
  );
}

const choiceText = ({ state, shortName }: Choice): string =>
  shortName === '' ? wordOfState[state] : `${wordOfState[state]}, “${shortName}”`;
