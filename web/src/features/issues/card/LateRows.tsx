import { startTransition, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { withText } from '../../../ui/layout/text-size.ts';
import { useIsNear } from '../../../ui/hooks/use-is-near.ts';

interface Props {
  /** The height in px at the usual size of text, known before the rows are drawn. */
  readonly height: number;
  /** Whether the rows are drawn only when the card comes near the window; false draws them immediately. */
  readonly isLate: boolean;
  /**
   * Draws the rows. `empty` means without their contents at first: a key waits for them, and the contents of five rows
   * would take a slow computer a fifth of a second.
   */
  readonly children: (first: 'full' | 'empty') => ReactNode;
}

/**
 * The rows of a card, drawn when the card comes near the window. Until then the empty frame can take the focus from
 * keys, and gives it to one of its rows. Once drawn, the rows stay, so that the list keeps its scroll position.
 */
export function LateRows({ height, isLate, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(frame);
  const [drawn, setDrawn] = useState<'full' | 'empty' | null>(isLate ? null : 'full');
  if ((isNear || !isLate) && !drawn) setDrawn('full');
  const handleFocus = (event: FocusEvent<HTMLElement>) => {
    flushSync(() => setDrawn('empty'));
    rowNextTo(event).focus();
    // Rows of the pages that are turned to later come with their contents again.
    startTransition(() => setDrawn('full'));
  };
  const placeholder = drawn ? {} : { 'data-issue': true, tabIndex: -1, onFocus: handleFocus };
  return (
    <div ref={frame} className="alert-card__rows" style={{ height: withText(height) }} {...placeholder}>
      {drawn && children(drawn)}
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
