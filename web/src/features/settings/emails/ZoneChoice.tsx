import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { closeMenuOf } from '../../../ui/overlays/menu-mechanics.ts';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { allTimeZones, findTimeZones, offsetAt } from './time-zones.ts';

interface Props {
  readonly chosen: string | null;
  readonly onChoose: (zone: string | null) => void;
}

/** The limit of shown zones; the search leads to the others. */
const mostShown = 60;

/** A search field and its results. Arrow keys move through them, Enter chooses the first. */
export function ZoneChoice({ chosen, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const now = useNow();
  const zones = useMemo(() => allTimeZones(), []);
  const found = findTimeZones(zones, search);
  const choose = (zone: string | null) => {
    if (box.current) closeMenuOf(box.current);
    onChoose(zone);
  };
  const handleSearchKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || search === '' || found[0] === undefined) return;
    event.preventDefault();
    choose(found[0]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows add to Tab, which reaches everything
    <div className="zones" ref={box} onKeyDown={moveFocus}>
      <SearchField
        label="Search a city or zone"
        data-autofocus
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={handleSearchKey}
      />
      <ul aria-label="Time zones" className="zones__list">
        {search === '' && (
          <li>
            <button type="button" className="zones__option" aria-pressed={chosen === null} onClick={() => choose(null)}>
              <span className="grow">Offset from UTC only</span>
            </button>
          </li>
        )}
        {found.slice(0, mostShown).map((zone) => (
          <li key={zone}>
            <button type="button" className="zones__option" aria-pressed={zone === chosen} onClick={() => choose(zone)}>
              <span className="grow ellipsis">{zone.replaceAll('_', ' ')}</span>
              <span className="meta figures">{offsetAt(zone, now)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="meta zones__note" aria-live="polite">
        {found.length === 0 && 'No results found.'}
        {found.length > mostShown && `${found.length - mostShown} more: type to find them`}
      </p>
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  stops[Math.max(0, at + step)]?.focus();
  event.preventDefault();
}
