import { IconChevronDown } from '@tabler/icons-react';
import { Button } from './Button.tsx';
import { Menu, MenuCheckItem, MenuItem, MenuLine } from '../overlays/Menu.tsx';
import type { SelectOption } from './Select.tsx';

interface Props {
  readonly label: string;
  readonly options: readonly SelectOption[];
  /** An empty list selects all values. */
  readonly selected: readonly string[];
  readonly onChange: (selected: readonly string[]) => void;
}

/** A filter over several values, as one button whose text shows the selection. */
export function MultiSelect({ label, options, selected, onChange }: Props) {
  const toggle = (value: string, on: boolean) =>
    onChange(on ? [...selected, value] : selected.filter((other) => other !== value));
  const trigger = (
    <Button>
      <span className="dim">{label}</span> {summary(options, selected)}
      <IconChevronDown size={14} aria-hidden="true" />
    </Button>
  );
  return (
    <Menu trigger={trigger} staysOpen>
      {options.map((option) => (
        <MenuCheckItem
          key={option.value}
          checked={selected.includes(option.value)}
          onChange={(on) => toggle(option.value, on)}
        >
          {option.label}
        </MenuCheckItem>
      ))}
      <MenuLine />
      <MenuItem onSelect={() => onChange([])} disabled={selected.length === 0}>
        Show all
      </MenuItem>
    </Menu>
  );
}

/** An old address may select a value that is no option any more. Such a value matches nothing and is not counted. */
function summary(options: readonly SelectOption[], selected: readonly string[]): string {
  const known = options.filter(({ value }) => selected.includes(value));
  if (selected.length === 0 || known.length === options.length) return `All ${options.length}`;
  const [only, ...others] = known;
  return only && others.length === 0 ? only.label : `${known.length} of ${options.length}`;
}
