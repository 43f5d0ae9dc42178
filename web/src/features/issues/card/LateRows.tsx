import { useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useIsNear } from '../../../ui/hooks/use-is-near.ts';

interface Props {
  /** The height in px, known before the rows are drawn. */
  readonly height: number;
  /** Whether the rows are drawn only when the card comes near the window; false draws them immediately. */
  readonly isLate: boolean;
  readonly children: () => ReactNode;
}

/**
 * The rows of a card, drawn when the card comes near the window. Until then the empty frame can take the focus from
 * keys. Once drawn, the rows stay, so that the list keeps its scroll position.
 */
export function LateRows({ height, isLate, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(frame);
  const [isDrawn, setDrawn] = useState(!isLate);
  if ((isNear || !isLate) && !isDrawn) setDrawn(true);
  const handleFocus = (event: FocusEvent<HTMLElement>) => {
    flushSync(() => setDrawn(true));
    rowNextTo(event).focus();
  };
  const placeholder = isDrawn ? {} : { 'data-issue': true, tabIndex: -1, onFocus: handleFocus };
  return (
    <div ref={frame} className="alert-card__rows" style={{ height }} {...placeholder}>
      {isDrawn && children()}
    </div>
  );
}

/**
 * Returns the row that takes the focus from the frame: the first row, or the last one if the focus comes from below.
 */
function rowNextTo({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): HTMLElement {
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-issue]')];
  const isFromBelow =
    relatedTarget instanceof Node &&
    (currentTarget.compareDocumentPosition(relatedTarget) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return rows.at(isFromBelow ? -1 : 0) ?? currentTarget;
}
