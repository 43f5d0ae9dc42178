import { IconChevronDown } from '@tabler/icons-react';
import { Button } from '../../../ui/fields/Button.tsx';
import { Menu, MenuCheckItem } from '../../../ui/overlays/Menu.tsx';
import { stateFilters, type StateFilter } from './card-tabs.ts';

interface Props {
  readonly states: readonly StateFilter[];
  readonly onStates: (states: readonly StateFilter[]) => void;
}

/** The filter of a card; without a choice it matches all rows. */
export function StateFilterMenu({ states, onStates }: Props) {
  const [first] = states;
  const summary = states.length > 1 ? `${states.length} states` : (first ?? 'All states');
  return (
    <Menu
      align="end"
      staysOpen
      trigger={
        <Button size="sm" aria-label={`Filter: ${summary}`}>
          {summary}
          <IconChevronDown size={14} aria-hidden="true" />
        </Button>
      }
    >
      {stateFilters.map((state) => (
        <MenuCheckItem
          key={state}
          checked={states.includes(state)}
          onChange={(on) => onStates(on ? [...states, state] : states.filter((other) => other !== state))}
        >
          {state}
        </MenuCheckItem>
      ))}
    </Menu>
  );
}
