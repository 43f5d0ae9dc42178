import { HeadlessMantineProvider, Menu as MantineMenu, type MenuProps } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { use, useId, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { FloatingHost } from './floating-host.ts';
import './floating.css';

interface Props {
  /** The button that opens the menu. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly opened?: boolean;
  readonly onOpenedChange?: (opened: boolean) => void;
  /** For a menu of boxes to tick. */
  readonly staysOpen?: boolean;
}

/** A menu under a button; arrow keys, type-ahead, Escape and focus return are Mantine's, the looks are ours. */
export function Menu({ trigger, children, align = 'start', opened, onOpenedChange, staysOpen = false }: Props) {
  const host = use(FloatingHost);
  const control: Pick<MenuProps, 'opened' | 'onChange'> = {
    ...(opened !== undefined && { opened }),
    ...(onOpenedChange && { onChange: onOpenedChange }),
  };
  return (
    <HeadlessMantineProvider>
      <MantineMenu
        {...control}
        position={`bottom-${align}`}
        offset={4}
        closeOnItemClick={!staysOpen}
        alignItemsLabels="none"
        transitionProps={{ duration: 0 }}
        withInitialFocusPlaceholder={false}
        floatingStrategy="fixed"
        portalProps={host ? { target: host } : {}}
        classNames={{
          dropdown: 'menu',
          item: 'menu__item',
          itemLabel: 'grow',
          itemSection: 'menu__section',
          label: 'menu__heading',
        }}
      >
        <MantineMenu.Target>{trigger}</MantineMenu.Target>
        <MantineMenu.Dropdown onKeyDown={keepEscape}>{children}</MantineMenu.Dropdown>
      </MantineMenu>
    </HeadlessMantineProvider>
  );
}

/** Escape closes the menu alone, not the dialog it stands in. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
}

interface ItemProps {
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  /** Quiet text at the right end: a date, a key. */
  readonly end?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

export function MenuItem({ children, onSelect, icon, end, danger = false, disabled = false }: ItemProps) {
  return (
    <MantineMenu.Item
      leftSection={icon}
      disabled={disabled}
      onClick={onSelect}
      className={danger ? 'menu__item--danger' : ''}
    >
      <span className="row">
        {children}
        {end && <span className="menu__end">{end}</span>}
      </span>
    </MantineMenu.Item>
  );
}

interface CheckItemProps {
  readonly children: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** One of several that can be on at once, with a box. */
export function MenuCheckItem({ children, checked, onChange }: CheckItemProps) {
  return (
    <MantineMenu.CheckboxItem checked={checked} onChange={onChange} checkIcon={null}>
      <span className="row">
        <span className={`menu__box${checked ? ' menu__box--on' : ''}`} aria-hidden="true" />
        {children}
      </span>
    </MantineMenu.CheckboxItem>
  );
}

interface ChoiceProps {
  readonly children: ReactNode;
  readonly selected: boolean;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly end?: ReactNode;
}

/** One of several of which exactly one holds; that one has a tick. */
export function MenuChoice({ children, selected, onSelect, icon, end }: ChoiceProps) {
  const value = useId();
  return (
    <MantineMenu.RadioItem
      value={value}
      checked={selected}
      onChange={onSelect}
      checkIcon={null}
      closeMenuOnClick
      rightSection={selected && <IconCheck size={16} aria-hidden="true" />}
    >
      <span className="row">
        {icon}
        {children}
        {end && <span className="menu__end">{end}</span>}
      </span>
    </MantineMenu.RadioItem>
  );
}

export const MenuHeading = ({ children }: { readonly children: ReactNode }) => (
  <MantineMenu.Label>{children}</MantineMenu.Label>
);

export const MenuLine = () => <hr className="menu__line" />;
