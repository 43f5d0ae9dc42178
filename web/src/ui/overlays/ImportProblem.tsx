import { Button } from '../fields/Button.tsx';
import { Modal } from './Modal.tsx';
import './import-preview.css';

interface Props {
  /** The errors of the file, one a line. */
  readonly problem: string;
  readonly onClose: () => void;
}

/** Says why a spreadsheet was not imported. A banner would push down what is being read below the buttons. */
export const ImportProblem = ({ problem, onClose }: Props) => (
  <Modal title="The import failed" level="alert" onClose={onClose}>
    <p className="import-preview__problem">{problem}</p>
    <div className="modal__actions">
      <Button variant="primary" onClick={onClose} data-autofocus>
        Close
      </Button>
    </div>
  </Modal>
);
