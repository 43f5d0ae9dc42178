import type { Ref } from 'react';
import { IconAdjustmentsHorizontal, IconPower, IconChevronDown } from '@tabler/icons-react';
import { groupStatus } from '@app/shared/domain/issue-status.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { KindCounts } from '@app/shared/world/counts.ts';
import type { WatchdogGroup } from '@app/shared/contract/world.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Pill } from '../../../ui/signs/Pill.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { WatchdogIcon } from '../WatchdogIcon.tsx';
import type { StateFilter } from './card-tabs.ts';
import { frequencyText } from './frequency-text.ts';
import { Menu, MenuCheckItem } from '../../../ui/overlays/Menu.tsx';
import { stateFilters } from './card-tabs.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

interface Props {
  readonly titleId: string;
  readonly watchdog: Watchdog;
  readonly group: WatchdogGroup;
  readonly counts: KindCounts;
  /** Whether the card is near the window; a distant card has no tools. */
  readonly isDrawn: boolean;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly states: readonly StateFilter[];
  readonly onStates: (states: readonly StateFilter[]) => void;
  readonly isConfiguring: boolean;
  readonly onConfigure: () => void;
  readonly configureButton: Ref<HTMLButtonElement>;
}

export function CardHead(props: Props) {
  const { titleId, watchdog, group, counts } = props;
  const isPreview = group.status === groupStatus.preview;
  return (
    <header className="alert-card__head">
      <WatchdogIcon name={watchdog.icon} size={18} />
      <h2 id={titleId} tabIndex={-1}>
        {watchdog.title}
      </h2>
      {counts.uncheckedAlerts > 0 && !isPreview && (
        <span className="new-badge">
          {formatCount(counts.uncheckedAlerts)}
          {' new'}
          <span className="visually-hidden"> {counts.uncheckedAlerts === 1 ? 'alert' : 'alerts'}</span>
        </span>
      )}
      {isPreview && <Pill dashed>[preview]</Pill>}
      <Power group={group} />
      {group.message === null && (
        <span className="meta nowrap alert-card__frequency">{frequencyText(group.checkFrequencyMinutes)}</span>
      )}
      {props.isDrawn && <Tools {...props} />}
    </header>
  );
}

function Tools({ watchdog, isConfiguring, onConfigure, configureButton, ...props }: Props) {
  return (
    <>
      <span className="grow" />
      <span className="alert-card__search">
        <SearchField
          label={`Search in ${watchdog.title}`}
          placeholder="Search"
          value={props.search}
          onChange={(event) => props.onSearch(event.currentTarget.value)}
        />
      </span>
      <StateFilterMenu title={watchdog.title} states={props.states} onStates={props.onStates} />
      {isConfigurable(watchdog) && (
        <Button
          ref={configureButton}
          size="sm"
          icon={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
          aria-expanded={isConfiguring}
          aria-label={`Configure ${watchdog.title}`}
          onClick={onConfigure}
        >
          Configure
        </Button>
      )}
    </>
  );
}

const isConfigurable = ({ panel, spreadsheet }: Watchdog): boolean =>
  Object.keys(panel).length > 0 || spreadsheet !== undefined;

/** The sign of the kind's state: green if the kind is fully on, orange in any other state. */
function Power({ group }: Pick<Props, 'group'>) {
  const isOn = group.status === groupStatus.on && group.message === null;
  const word = isOn ? 'On' : group.status === groupStatus.preview ? 'Preview' : 'Not watching';
  return (
    <span className={isOn ? 'power power--on' : 'power'} title={group.message ?? undefined}>
      <IconPower size={14} aria-hidden="true" />
      {word}
    </span>
  );
}

interface StateFilterMenuProps {
  /** The title of the card, which tells its controls from those of the other cards for screen readers. */
  readonly title: string;
  readonly states: readonly StateFilter[];
  readonly onStates: (states: readonly StateFilter[]) => void;
}

/** The filter of a card; without a choice it matches all rows. */
function StateFilterMenu({ title, states, onStates }: StateFilterMenuProps) {
  const [first] = states;
  const summary = states.length > 1 ? `${states.length} states` : (first ?? 'All states');
  return (
    <Menu
      align="end"
      staysOpen
      trigger={
        <Button size="sm" aria-label={`Filter ${title}: ${summary}`}>
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
