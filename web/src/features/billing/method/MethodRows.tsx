import type { PaymentMethod } from '@app/shared/contract/billing.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Pill } from '../../../ui/signs/Pill.tsx';
import { methodText } from './method-text.ts';
import './method.css';

interface Props {
  readonly current: PaymentMethod | null;
  readonly isDisabled: boolean;
  readonly onSet: (method: PaymentMethod['method']) => void;
  readonly onDetails: () => void;
}

/** The two ways to pay, with the chosen one marked. */
export function MethodRows({ current, isDisabled, onSet, onDetails }: Props) {
  const card = current?.method === 'card' ? current : null;
  const account = current?.method === 'ach' ? current : null;
  return (
    <ul className="methods">
      <li>
        <Mark isOn={card !== null} />
        <span className="grow">
          <span className="medium">{card ? `Card, ${methodText(card)}` : 'Card'}</span>
          <span className="meta">{card?.expires ? `Recommended, expires ${card.expires}` : 'Recommended'}</span>
        </span>
        <Button
          size="sm"
          disabled={isDisabled}
          aria-label={`${card ? 'Change' : 'Set'} card`}
          onClick={() => onSet('card')}
        >
          {card ? 'Change' : 'Set'}
        </Button>
      </li>
      <li>
        <Mark isOn={account !== null} />
        <span className="grow">
          <span className="medium">
            ACH transfer <Pill dashed>Beta</Pill>
          </span>
          {account ? (
            <button type="button" className="methods__details" onClick={onDetails}>
              Selected (Click for details)
            </button>
          ) : (
            <span className="meta">From a US bank account</span>
          )}
        </span>
        {!account && (
          <Button size="sm" disabled={isDisabled} aria-label="Set ACH transfer" onClick={() => onSet('ach')}>
            Set
          </Button>
        )}
      </li>
    </ul>
  );
}

function Mark({ isOn }: { readonly isOn: boolean }) {
  return (
    <span className="methods__mark" data-on={isOn || undefined}>
      {isOn && <span className="visually-hidden">In use: </span>}
    </span>
  );
}
