import type { ProductSettings } from '@app/shared/contract/product-settings.ts';
import { wordOfState } from '@app/shared/domain/tracking.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import type { Choice } from './draft.ts';
import { productCount } from './tracking-words.ts';
import type { FormHandle } from './use-product-form.ts';

interface Props {
  readonly handle: FormHandle;
  readonly products: readonly ProductSettings[];
}

/**
 * Shows the settings that another user has saved since this form was loaded. Nothing of this user's changes is saved or
 * lost until they decide.
 */
export function ConflictModal({ handle, products }: Props) {
  const { form, conflicts, save, dropConflicts } = handle;
  const byId = new Map(products.map((product) => [product.productId, product]));
  const present = new Map(conflicts.map(({ productId, state, shortName }) => [productId, { state, shortName }]));
  return (
    <Modal title="Somebody else has changed this meanwhile" level="warning" medium onClose={dropConflicts}>
      <p>
        Nothing was saved yet. {productCount(conflicts.length)} {conflicts.length === 1 ? 'differs' : 'differ'} from
        what you saw:
      </p>
      <ul className="tracking__conflicts">
        {conflicts.map((theirs) => {
          const mine = form.draft.get(theirs.productId);
          return (
            <li key={theirs.productId}>
              <b className="medium">{byId.get(theirs.productId)?.productName ?? theirs.productId}</b>
              <span>Now: {choiceText(theirs)}</span>
              {mine && <span>Yours: {choiceText(mine)}</span>}
            </li>
          );
        })}
      </ul>
      <div className="modal__actions">
        <Button onClick={() => void save({ type: 'yielded', productIds: [...present.keys()] })}>
          Keep theirs, save the rest
        </Button>
        <Button variant="primary" onClick={() => void save({ type: 'insisted', present })}>
          Save mine
        </Button>
      </div>
    </Modal>
  );
}

const choiceText = ({ state, shortName }: Choice): string =>
  shortName === '' ? wordOfState[state] : `${wordOfState[state]}, “${shortName}”`;
