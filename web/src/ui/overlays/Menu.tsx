import { IconCheck } from '@tabler/icons-react';
import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type ToggleEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { PlainButton } from '../fields/PlainButton.tsx';
import { canAnchor, closeMenuOf, focusFirst, handleMenuKey, placeUnder } from './menu-mechanics.ts';
import './menu.css';

interface Props {
  /** The button that opens the menu. */
  readonly trigger: ReactElement<ComponentProps<'button'>>;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly opened?: boolean;
  readonly onOpenedChange?: (opened: boolean) => void;
  /** Keeps the menu open after a choice, for several choices in a row. */
  readonly staysOpen?: boolean;
}

/**
 * A menu under a button. It uses the browser's popover: above everything, also in a dialog, never cut off, closed by
 * Escape or a click elsewhere, and the focus is returned. It is mounted when first opened, its items while it is open.
 */
export function Menu({ trigger, children, align = 'start', opened, onOpenedChange, staysOpen = false }: Props) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  if (opened && !isWanted) setWanted(true);
  useEffect(() => {
    if (opened !== undefined) menu.current?.togglePopover(opened);
  }, [opened]);
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // The browser opens the menu after the click, so it must be mounted by then.
    if (!isWanted) flushSync(() => setWanted(true));
    trigger.props.onClick?.(event);
  };
  const handleBeforeToggle = ({ newState }: ToggleEvent) => {
    if (newState === 'open') setIsOpen(true);
  };
  const handleToggle = ({ newState }: ToggleEvent) => {
    const hasOpened = newState === 'open';
    // The items are removed only now: the browser returns the focus only while an item still has it.
    setIsOpen(hasOpened);
    onOpenedChange?.(hasOpened);
    if (!hasOpened || !menu.current) return;
    if (!canAnchor) placeUnder(menu.current, document.getElementById(`${id}trigger`));
    focusFirst(menu.current);
  };
  return (
    <>
      {cloneElement(trigger, {
        id: `${id}trigger`,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        style: { anchorName: `--${id}` },
        // The press of the pointer mounts the menu before the click, which then has less to do.
        onPointerDown: () => setWanted(true),
        onClick: handleClick,
      })}
      {isWanted && (
        <div
          ref={menu}
          id={id}
          popover="auto"
          role="menu"
          data-stays-open={staysOpen || undefined}
          tabIndex={-1}
          aria-labelledby={`${id}trigger`}
          className={`menu menu--${align}`}
          style={{ positionAnchor: `--${id}` }}
          onBeforeToggle={handleBeforeToggle}
          onToggle={handleToggle}
          onKeyDown={handleMenuKey}
        >
          {isOpen && children}
        </div>
      )}
    </>
  );
}

interface ItemProps {
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  /** Text in a quiet colour at the right end of the item: a date, a key. */
  readonly end?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

export function MenuItem({ children, onSelect, icon, end, danger = false, disabled = false }: ItemProps) {
  return (
    <PlainButton
      role="menuitem"
      tabIndex={-1}
      className={danger ? 'menu__item menu__item--danger' : 'menu__item'}
      disabled={disabled}
      onClick={closing(onSelect)}
    >
      {icon}
      {children}
      {end && <span className="menu__end">{end}</span>}
    </PlainButton>
  );
}

interface CheckItemProps {
  readonly children: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** An item that can be on together with others; the menu stays open. */
export function MenuCheckItem({ children, checked, onChange }: CheckItemProps) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={checked}
      tabIndex={-1}
      className="menu__item"
      onClick={() => onChange(!checked)}
    >
      <span className={checked ? 'menu__box menu__box--on' : 'menu__box'} aria-hidden="true" />
      {children}
    </button>
  );
}

interface ChoiceProps {
  readonly children: ReactNode;
  readonly selected: boolean;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
}

/** An item of a group in which exactly one is selected, marked by a tick. */
export function MenuChoice({ children, selected, onSelect, icon }: ChoiceProps) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={selected}
      tabIndex={-1}
      className="menu__item"
      onClick={closing(onSelect)}
    >
      {icon}
      {children}
      {selected && (
        <span className="menu__end">
          <IconCheck size={16} aria-hidden="true" />
        </span>
      )}
    </button>
  );
}

export const MenuHeading = ({ children }: { readonly children: ReactNode }) => (
  <div className="menu__heading">{children}</div>
);

export const MenuLine = () => <hr className="menu__line" />;

const closing = (onSelect: () => void) => (event: MouseEvent<HTMLElement>) => {
  closeMenuOf(event.currentTarget);
  onSelect();
};
