import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '../fields/Button.tsx';
import { blockLeaving } from './block-leaving.ts';
import { Modal } from './Modal.tsx';

/** The default question, of section 2, for pages that have none of their own. */
const usualText = 'Are you sure you want to leave? You have some unsaved changes.';

interface Props {
  readonly isDirty: boolean;
  readonly text?: string;
}

/**
 * Asks before unsaved changes are lost. It blocks the history directly, because the router's hook would be loaded by
 * every page.
 */
export function LeavePrompt({ isDirty, text = usualText }: Props) {
  const router = useRouter();
  const [answer, setAnswer] = useState<{ readonly leave: (leaves: boolean) => void } | null>(null);
  useEffect(() => {
    if (!isDirty) return undefined;
    return blockLeaving(router, async () => {
      const leaves = await new Promise<boolean>((leave) => setAnswer({ leave }));
      setAnswer(null);
      return leaves;
    });
  }, [router, isDirty]);
  if (!answer) return null;
  const stay = () => answer.leave(false);
  return (
    <Modal title="Unsaved changes" level="warning" onClose={stay}>
      <p className="leave-prompt">{text}</p>
      <div className="modal__actions">
        <Button onClick={() => answer.leave(true)}>Close without saving</Button>
        <Button variant="primary" onClick={stay} data-autofocus>
          Stay
        </Button>
      </div>
    </Modal>
  );
}
