import type { ReactNode } from 'react';
import { Button } from '../fields/Button.tsx';
import { Modal } from './Modal.tsx';
import './overtaken.css';

interface Difference {
  readonly key: string;
  readonly name: string;
  /** The value that somebody else has saved. */
  readonly theirs: string;
  /** The value that this person wants to save; `null` if it is no longer known. */
  readonly mine: string | null;
}

interface Props {
  readonly differences: readonly Difference[];
  /** Says how many things differ. */
  readonly children: ReactNode;
  readonly onYield: () => void;
  readonly onInsist: () => void;
  readonly onClose: () => void;
}

/**
 * Shows what another user has saved since this one saw it. Nothing of this user's changes is saved or lost until they
 * decide.
 */
export function OvertakenModal({ differences, children, onYield, onInsist, onClose }: Props) {
  return (
    <Modal title="Somebody else has changed this meanwhile" level="warning" medium onClose={onClose}>
      <p>Nothing was saved yet. {children} from what you saw:</p>
      <ul className="overtaken">
        {differences.map(({ key, name, theirs, mine }) => (
          <li key={key}>
            <b className="medium">{name}</b>
            <span>Now: {theirs}</span>
            {mine !== null && <span>Yours: {mine}</span>}
          </li>
        ))}
      </ul>
      <div className="modal__actions">
        <Button onClick={onYield}>Keep theirs, save the rest</Button>
        <Button variant="primary" onClick={onInsist}>
          Save mine
        </Button>
      </div>
    </Modal>
  );
}
