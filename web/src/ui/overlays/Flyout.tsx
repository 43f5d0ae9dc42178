import { cloneElement, useId, useRef, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { canAnchor, placeUnder } from './menu-mechanics.ts';
import './menu.css';
import './flyout.css';

interface Props {
  /** The button that opens the panel. */
  readonly trigger: ReactElement<ComponentProps<'button'>>;
  readonly label: string;
  /** Drawn only while the panel is open; `closeMenuOf` closes it from within. */
  readonly children: ReactNode;
  readonly onOpenedChange?: (opened: boolean) => void;
}

/**
 * A panel under a button for content beyond a menu's choices: lists, switches. It closes as a menu does, and the page
 * stays usable.
 */
export function Flyout({ trigger, label, children, onOpenedChange }: Props) {
  const id = useId();
  const panel = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {cloneElement(trigger, {
        id: `${id}trigger`,
        popoverTarget: id,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        style: { anchorName: `--${id}` },
      })}
      <dialog
        ref={panel}
        id={id}
        popover="auto"
        aria-label={label}
        tabIndex={-1}
        className="menu menu--end flyout"
        style={{ positionAnchor: `--${id}` }}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') setIsOpen(true);
          onOpenedChange?.(newState === 'open');
        }}
        onToggle={({ newState }) => {
          // The content is removed only now: the browser returns the focus only while something inside still has it.
          setIsOpen(newState === 'open');
          if (newState !== 'open' || !panel.current) return;
          if (!canAnchor) placeUnder(panel.current, document.getElementById(`${id}trigger`));
          (panel.current.querySelector<HTMLElement>('[data-autofocus]') ?? panel.current).focus();
        }}
      >
        {isOpen && children}
      </dialog>
    </>
  );
}
